import { DELETED } from '../../fields/output';
import { faxIdField, undoNotice, userIdField } from '../../fields/common';
import { DELETE, toItems, type WriteOperation } from '../../operation/operation';

/** DELETE /accounts/{user_id}/faxes/{fax_id} (docs/contributing/api.md, "Fax records") */
export const deleteOperation: WriteOperation = {
	...DELETE,
	action: 'Delete fax',
	description: 'Delete a received or sent fax and its pages permanently',
	scopes: ['fax:all:edit', 'fax:fax:edit'],
	effect: 'the fax was deleted',
	howToCheck: "Run the node again. If the fax was deleted, Fax.Plus can't find it.",
	itemField: faxIdField,
	userField: userIdField,
	output: DELETED,
	fields: [undoNotice('The fax and its pages are deleted permanently.'), faxIdField],
	async execute(call) {
		const id = call.id(faxIdField);
		const path = `/accounts/${call.userId()}/faxes/${call.pathId(faxIdField)}`;
		await call.write({ method: 'DELETE', path });
		return toItems([{ deleted: true, id }]);
	},
};

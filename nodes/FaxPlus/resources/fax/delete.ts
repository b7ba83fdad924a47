import { DELETED } from '../../fields/output';
import { field } from '../../../shared/editor/field';
import { faxIdField, userIdField } from '../../fields/common';
import { DELETE, toItems, type WriteOperation } from '../../operation/operation';

/** DELETE /accounts/{user_id}/faxes/{fax_id} (docs/contributing/api.md, "Fax records") */
export const deleteOperation: WriteOperation = {
	...DELETE,
	action: 'Delete fax',
	description: 'Delete the record of a fax that has come or gone, with its pages, permanently',
	scopes: ['fax:all:edit', 'fax:fax:edit'],
	effect: 'the fax was deleted',
	howToCheck: 'Run it again: if the fax is gone, the service says that it was not found.',
	itemField: faxIdField,
	userField: userIdField,
	output: DELETED,
	fields: [
		field('notice', 'The fax and its pages are deleted for good: this cannot be undone.', 'deleteNotice'),
		faxIdField,
	],
	async execute(call) {
		const id = call.id(faxIdField);
		const path = `/accounts/${call.userId()}/faxes/${call.pathId(faxIdField)}`;
		await call.write({ method: 'DELETE', path });
		return toItems([{ deleted: true, id }]);
	},
};

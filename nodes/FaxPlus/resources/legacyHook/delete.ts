import { DELETED } from '../../fields/output';
import { audited } from '../../../shared/audit';
import { field } from '../../../shared/editor/field';
import { DELETE, toItems, type WriteOperation } from '../../operation/operation';
import { undoNotice } from '../../fields/common';
import { hookPath, legacyHookEdit } from './fields';

const hookIdField = field('string', 'Hook ID', 'hookId', {
	required: true,
	placeholder: 'e.g. 5f1e8c2b',
	description: 'The ID of the hook, from "Get Many"',
});

/** DELETE /hooks/{hook_id} (docs/contributing/api.md, "Operations") */
export const deleteOperation: WriteOperation = {
	...DELETE,
	action: 'Delete legacy hook',
	description: 'Delete a legacy hook permanently. Its events stop.',
	...legacyHookEdit,
	effect: 'the hook was deleted',
	itemField: hookIdField,
	output: DELETED,
	fields: [undoNotice('Deliveries to the target of the hook stop.'), hookIdField],
	async execute(call) {
		const id = call.id(hookIdField);
		const path = `${hookPath}/${call.pathId(hookIdField)}`;
		await audited(
			call.context,
			'legacyHook.deleted',
			async () => await call.write({ method: 'DELETE', path }),
			() => ({ hookId: id }),
		);
		return toItems([{ deleted: true, id }]);
	},
};

import type { INodeProperties } from 'n8n-workflow';

import { toItems } from '../../itemCall';
import type { Operation } from '../../operation';
import { hookPath, legacyHookEdit, legacyNotice } from './fields';

const hookIdField: INodeProperties = {
	displayName: 'Hook ID',
	name: 'hookId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 5f1e8c2b',
	description: 'ID of the hook; "Get Many" lists them',
};

/** DELETE /hooks/{hook_id} */
export const deleteOperation: Operation = {
	value: 'delete',
	name: 'Delete',
	action: 'Delete a legacy hook permanently',
	description: 'Delete a legacy hook, so that its deliveries stop',
	kind: 'write',
	...legacyHookEdit,
	itemField: hookIdField,
	fields: [legacyNotice, hookIdField],
	async execute(call) {
		const hookId = call.text('hookId');
		await call.write({ method: 'DELETE', path: `${hookPath}/${call.id('hookId', 'Hook ID')}` });
		return toItems([{ deleted: true, hookId }]);
	},
};

import type { CustomField } from '../../../shared/service/types';
import { toItems } from '../../itemCall';
import type { Operation } from '../../operation';
import { customFieldEdit, customFieldPath, enabledField, instructionsField, nameField } from './fields';

/** POST /accounts/self/ai/custom-fields */
export const create: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Create a custom field',
	description: 'Define a field that Fax AI extracts from faxes (administrators only)',
	kind: 'write',
	...customFieldEdit,
	fields: [{ ...nameField, required: true }, { ...instructionsField, required: true }, enabledField],
	async execute(call) {
		const body = {
			name: call.requiredText('name', 'Name'),
			instructions: call.requiredText('instructions', 'Instructions'),
			enabled: call.isOn(enabledField),
		};
		return toItems([await call.writeForResult<CustomField>({ method: 'POST', path: customFieldPath, body })]);
	},
};

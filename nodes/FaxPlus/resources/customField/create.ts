import { CREATE, toItems, type WriteOperation } from '../../operation/operation';
import {
	customFieldEdit,
	customFieldOutput,
	customFieldPath,
	enabledField,
	instructionsField,
	nameField,
} from './fields';

/** POST /accounts/self/ai/custom-fields (docs/contributing/api.md, "Operations") */
export const create: WriteOperation = {
	...CREATE,
	action: 'Create custom field',
	description: 'Add a field for Fax AI to extract from faxes (administrators only)',
	...customFieldEdit,
	effect: 'the field was created',
	output: customFieldOutput,
	fields: [{ ...nameField, required: true }, { ...instructionsField, required: true }, enabledField],
	async execute(call) {
		const body = {
			name: call.requiredText(nameField),
			instructions: call.requiredText(instructionsField),
			enabled: call.isOn(enabledField),
		};
		return toItems([await call.writeForResult({ method: 'POST', path: customFieldPath, body })]);
	},
};

import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../../../shared/values/inputError';
import { toBoolean } from '../../../shared/values/fieldValues';
import { toText } from '../../../shared/values/text';
import type { CustomField } from '../../../shared/service/types';
import { toItems } from '../../itemCall';
import type { Operation } from '../../operation';
import { customFieldEdit, customFieldPath, enabledField, instructionsField, nameField } from './fields';

const fieldIdField: INodeProperties = {
	displayName: 'Custom Field',
	name: 'fieldId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The field to change',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a field…',
			typeOptions: { searchListMethod: 'searchCustomFields', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. cf_2b7e15' },
	],
};

/** PATCH /accounts/self/ai/custom-fields/{field_id} */
export const update: Operation = {
	value: 'update',
	name: 'Update',
	action: 'Update a custom field',
	description: 'Change a field that Fax AI extracts from faxes (administrators only)',
	kind: 'write',
	...customFieldEdit,
	itemField: fieldIdField,
	sendsValues: true,
	fields: [
		fieldIdField,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			description: 'What to change; fields that are not added stay as they are',
			options: [enabledField, instructionsField, nameField],
		},
	],
	async execute(call) {
		const path = `${customFieldPath}/${call.id('fieldId', 'Custom Field')}`;
		const body = changesOf(call.collection('updateFields'));
		return toItems([await call.writeForResult<CustomField>({ method: 'PATCH', path, body })]);
	},
};

function changesOf({
	name,
	instructions,
	enabled,
}: Partial<Record<keyof CustomField, unknown>>): Partial<CustomField> {
	const changes: Partial<CustomField> = {};
	if (name !== undefined) changes.name = nonEmpty(name, 'Name');
	if (instructions !== undefined) changes.instructions = nonEmpty(instructions, 'Instructions');
	if (enabled !== undefined) changes.enabled = toBoolean(enabledField, enabled);
	if (Object.keys(changes).length === 0) {
		throw new InputError(
			'There is nothing to update. Add Name, Instructions or Enabled under "Update Fields".',
		);
	}
	return changes;
}

function nonEmpty(value: unknown, label: string): string {
	const text = toText(value);
	if (text === '') throw new InputError(`${label} is empty. Enter a text, or remove the field.`);
	return text;
}

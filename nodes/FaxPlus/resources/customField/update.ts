import { toBoolean, toRequiredText } from '../../../shared/values/fieldValues';
import type { CustomField } from '../../../shared/records';
import { UPDATE, toItems, type WriteOperation } from '../../operation/operation';
import { requireChanges, updateFieldsOf, type Changeable } from '../../fields/updateFields';
import {
	customFieldEdit,
	customFieldOutput,
	customFieldPath,
	enabledField,
	instructionsField,
	nameField,
} from './fields';
import { listField } from '../../fields/common';

const fieldIdField = listField('Custom Field', 'fieldId', 'searchCustomFields', {
	description: 'The custom field to change',
	placeholder: 'Select a field…',
	byHand: { placeholder: 'e.g. cf_2b7e15' },
});

const changeable = {
	name: [nameField, toRequiredText],
	instructions: [instructionsField, toRequiredText],
	enabled: [enabledField, toBoolean],
} satisfies Changeable<Omit<CustomField, 'id'>>;

/** PATCH /accounts/self/ai/custom-fields/{field_id} (docs/contributing/api.md, "Operations") */
export const update: WriteOperation = {
	...UPDATE,
	action: 'Update custom field',
	description: 'Change a custom field that Fax AI extracts from faxes (administrators only)',
	...customFieldEdit,
	effect: 'the field was changed',
	itemField: fieldIdField,
	sendsValues: true,
	output: customFieldOutput,
	fields: [fieldIdField, updateFieldsOf(changeable)],
	async execute(call) {
		const path = `${customFieldPath}/${call.pathId(fieldIdField)}`;
		const body = requireChanges(call.changes(changeable), 'Add "Name", "Instructions" or "Enabled"');
		return toItems([await call.writeForResult({ method: 'PATCH', path, body })]);
	},
};

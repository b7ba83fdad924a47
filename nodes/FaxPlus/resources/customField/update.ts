import type { INodeProperties } from 'n8n-workflow';

import { toBoolean, toRequiredText } from '../../../shared/values/fieldValues';
import type { CustomField } from '../../../shared/service/types';
import { toItems } from '../../itemCall';
import type { WriteOperation } from '../../operation';
import type { Changeable } from '../../fields/updateFields';
import { requireChanges, updateFieldsOf } from '../../fields/updateFields';
import { customFieldEdit, customFieldPath, enabledField, instructionsField, nameField } from './fields';
import { listField } from '../../fields/listField';

const fieldIdField: INodeProperties = listField({
	displayName: 'Custom Field',
	name: 'fieldId',
	description: 'The field to change',
	placeholder: 'Select a field…',
	searchListMethod: 'searchCustomFields',
	byHand: { placeholder: 'e.g. cf_2b7e15' },
});

const changeable: Changeable<Omit<CustomField, 'id'>> = {
	name: [nameField, toRequiredText],
	instructions: [instructionsField, toRequiredText],
	enabled: [enabledField, toBoolean],
};

/** PATCH /accounts/self/ai/custom-fields/{field_id} (docs/api.md, "Operations") */
export const update: WriteOperation = {
	value: 'update',
	name: 'Update',
	action: 'Update a custom field',
	description: 'Change a field that Fax AI extracts from faxes (administrators only)',
	kind: 'write',
	...customFieldEdit,
	effect: 'the field was changed',
	itemField: fieldIdField,
	sendsValues: true,
	fields: [
		fieldIdField,
		updateFieldsOf(changeable, 'What to change; fields that are not added stay as they are'),
	],
	async execute(call) {
		const path = `${customFieldPath}/${call.pathId(fieldIdField)}`;
		const body = requireChanges(call.changes(changeable), 'Add Name, Instructions or Enabled');
		return toItems([await call.writeForResult<CustomField>({ method: 'PATCH', path, body })]);
	},
};

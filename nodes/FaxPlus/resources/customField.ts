import type { INodeProperties } from 'n8n-workflow';

import { listAt } from '../../shared/http/answers';
import type { Reader } from '../../shared/http/requests';
import type { CustomField } from '../../shared/records';
import { toBoolean, toRequiredText } from '../../shared/values/fieldValues';
import { listField, returnAllFields } from '../fields/common';
import { requireChanges, updateFieldsOf, type Changeable } from '../fields/updateFields';
import {
	CREATE,
	GET_MANY,
	toItems,
	UPDATE,
	type ReadOperation,
	type Resource,
	type WriteOperation,
} from '../operation';

const PATH = '/accounts/self/ai/custom-fields';

/** GET /accounts/self/ai/custom-fields (docs/api.md, "Operations") */
export const getCustomFields: ReadOperation = {
	...GET_MANY,
	action: 'Get many custom fields',
	description: 'List the fields that Fax AI extracts from faxes',
	scopes: ['fax:all:read', 'fax:ai_settings:read'],
	fields: returnAllFields,
	execute: async (call) => toItems(await call.limited(async () => await readCustomFields(call))),
};

export async function readCustomFields(reader: Reader): Promise<CustomField[]> {
	return await listAt<CustomField>(reader, PATH, 'records');
}

const nameField: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. invoice_number',
	description: 'Name of the field; extraction results carry the value under it',
};

const instructionsField: INodeProperties = {
	displayName: 'Instructions',
	name: 'instructions',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'e.g. The number of the invoice, printed at the top right',
	description: 'What to look for on the fax, in plain words',
};

const enabledField: INodeProperties = {
	displayName: 'Enabled',
	name: 'enabled',
	type: 'boolean',
	default: true,
	description: 'Whether the field is used for extraction',
};

/** Both scopes and the role that changing custom fields takes. */
const edit = {
	scopes: ['fax:all:edit', 'fax:ai_settings:edit'],
	adminOnly: true,
	howToCheck: 'Look at the custom fields with "Get Many" before you run it again.',
} as const;

/** POST /accounts/self/ai/custom-fields (docs/api.md, "Operations") */
const create: WriteOperation = {
	...CREATE,
	action: 'Create custom field',
	description: 'Define a field that Fax AI extracts from faxes (administrators only)',
	...edit,
	effect: 'the field was created',
	fields: [{ ...nameField, required: true }, { ...instructionsField, required: true }, enabledField],
	async execute(call) {
		const body = {
			name: call.requiredText(nameField),
			instructions: call.requiredText(instructionsField),
			enabled: call.isOn(enabledField),
		};
		return toItems([await call.writeForResult({ method: 'POST', path: PATH, body })]);
	},
};

const fieldIdField: INodeProperties = listField({
	displayName: 'Custom Field',
	name: 'fieldId',
	description: 'The field to change',
	placeholder: 'Select a field…',
	searchListMethod: 'searchCustomFields',
	byHand: { placeholder: 'e.g. cf_2b7e15' },
});

const changeable = {
	name: [nameField, toRequiredText],
	instructions: [instructionsField, toRequiredText],
	enabled: [enabledField, toBoolean],
} satisfies Changeable<Omit<CustomField, 'id'>>;

/** PATCH /accounts/self/ai/custom-fields/{field_id} (docs/api.md, "Operations") */
const update: WriteOperation = {
	...UPDATE,
	action: 'Update custom field',
	description: 'Change a field that Fax AI extracts from faxes (administrators only)',
	...edit,
	effect: 'the field was changed',
	itemField: fieldIdField,
	sendsValues: true,
	fields: [fieldIdField, updateFieldsOf(changeable)],
	async execute(call) {
		const path = `${PATH}/${call.pathId(fieldIdField)}`;
		const body = requireChanges(call.changes(changeable), 'Add Name, Instructions or Enabled');
		return toItems([await call.writeForResult({ method: 'PATCH', path, body })]);
	},
};

export const customField: Resource = {
	value: 'customField',
	name: 'Custom Field',
	description: 'Fields that Fax AI extracts from faxes',
	operations: [getCustomFields, create, update],
};

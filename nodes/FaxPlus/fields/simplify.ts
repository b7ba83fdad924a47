import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { field } from '../../shared/editor/field';
import { toOption } from '../../shared/values/fieldValues';
import { emptyField } from '../../shared/values/inputError';
import { statusMeaningOf } from '../../shared/faxes/faxStatus';
import { fromServiceForm } from '../../shared/values/times';
import { eventOf } from '../../shared/watch/faxes';
import { inField } from './common';
import type { ItemFields } from './itemFields';

/** Makes of a record with many fields what people use of it. */
export type Simplify = (record: IDataObject) => IDataObject;

const simplifyField = field('boolean', 'Simplify', 'simplify', {
	displayOptions: { hide: { '@tool': [true] } },
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
});

const outputField = field('options', 'Output', 'output', {
	displayOptions: { show: { '@tool': [true] } },
	options: [
		{ name: 'Raw', value: 'raw', description: 'All fields, as the service names them' },
		{ name: 'Selected Fields', value: 'selected', description: 'Only the fields that you name' },
		{ name: 'Simplified', value: 'simplified', description: 'The fields that people use' },
	],
	default: 'simplified',
	description: 'How much a model gets of each record',
});

const selectedFieldsField = field('string', 'Fields', 'outputFields', {
	displayOptions: { show: { ...outputField.displayOptions?.show, ...inField(outputField, 'selected').show } },
	required: true,
	placeholder: 'e.g. from, to, status',
	description: 'Names of the fields to return, separated by commas, as they stand in the raw output',
});

/** What the editor asks for where an operation has a simplified output; as of a tool, in the words that n8n's guidelines give. */
export const simplifyFields = [simplifyField, outputField, selectedFieldsField];

/** Leaves of a record some of its fields, in this order. */
function only(...names: string[]): Simplify {
	return (record) =>
		Object.fromEntries(names.filter((name) => name in record).map((name) => [name, record[name]]));
}

/** The same with times as ISO 8601 writes them, so that nobody takes them for those of another zone (docs/api.md, "Dates"). */
function forPeople(...names: string[]): Simplify {
	return (record) =>
		Object.fromEntries(
			Object.entries(only(...names)(record)).map(([name, value]) => [
				name,
				/_(time|date)$/.test(name) ? (fromServiceForm(value)?.toISOString() ?? value) : value,
			]),
		);
}

/** What people use of the records of the service: ten fields at most, as n8n's guidelines say (docs/api.md, "Fax records", "Outbox", "Contacts", "Members", "Numbers"). */
const simplifyRecord = forPeople(
	...['id', 'from', 'to', 'status', 'statusMeaning', 'pages', 'cost', 'duration', 'start_time', 'comment'],
);
export const simplifyFax: Simplify = (fax) =>
	simplifyRecord({ ...fax, ...statusMeaningOf(eventOf(fax), fax) });
export const simplifyOutboxFax = forPeople(
	...['id', 'src', 'to', 'status', 'page_count', 'files', 'comment', 'contact_name', 'send_time'],
	'submit_time',
);
export const simplifyContact = forPeople(
	...['id', 'name', 'fax_number', 'email', 'phone', 'notes', 'groups', 'is_shared'],
	...['creation_date', 'modification_date'],
);
export const simplifyAccount = forPeople(
	...['uid', 'email', 'name', 'lastname', 'phone', 'account_type', 'status', 'member_of', 'account_data'],
	'creation_date',
);
export const simplifyNumber = forPeople(
	...['id', 'number', 'status', 'owner_id', 'assigned_to', 'acquired_date', 'expiration_date', 'is_canceled'],
);

/** How the user wants the records of an operation for one input item. */
export function outputOf(fields: ItemFields, simplify: Simplify | undefined): Simplify {
	const raw: Simplify = (record) => record;
	if (!simplify) return raw;
	const { context, itemIndex } = fields;
	// Only a tool has it.
	const output = context.getNodeParameter(outputField.name, itemIndex, '');
	if (output === '') return fields.isOn(simplifyField) ? simplify : raw;
	switch (toOption(outputField, output)) {
		case 'raw':
			return raw;
		case 'simplified':
			return simplify;
		default: {
			const names = fields.list(selectedFieldsField);
			if (names.length > 0) return only(...names);
			throw emptyField(selectedFieldsField.displayName, 'Name at least one field.');
		}
	}
}

/** Puts records out as the user wants them. */
export function simplified(items: INodeExecutionData[], simplify: Simplify): INodeExecutionData[] {
	return items.map((item) => ({ ...item, json: simplify(item.json) }));
}

import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { field } from '../../shared/editor/field';
import { toOption, toOptions } from '../../shared/values/fieldValues';
import { statusMeaningOf } from '../../shared/faxes/faxStatus';
import { fromServiceForm } from '../../shared/values/times';
import { eventOf } from '../../shared/faxes/faxEvents';
import { inField } from './common';
import type { Output } from './output';
import type { ItemFields } from './itemFields';

/** A simplified form of records with many fields. */
export interface Simplify {
	/** The names of the simplified fields. The first one is the ID, which an AI model needs for its next call. */
	names: readonly [id: string, ...names: string[]];
	/** Fields that only an option adds, so that every form of a record has them. */
	added?: readonly string[];
	/** Returns the simplified form of a record. */
	of: (record: IDataObject) => IDataObject;
}

const simplifyField = field('boolean', 'Simplify', 'simplify', {
	displayOptions: { hide: { '@tool': [true] } },
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
});

const outputField = field('options', 'Output', 'output', {
	displayOptions: { show: { '@tool': [true] } },
	options: [
		{ name: 'Raw', value: 'raw', description: 'All fields, with the names that Fax.Plus gives them' },
		{ name: 'Selected Fields', value: 'selected', description: 'The ID and the fields that you select' },
		{ name: 'Simplified', value: 'simplified', description: 'The fields that people use most' },
	],
	default: 'simplified',
	description: 'Which fields of each record the AI model gets',
});

function selectedFieldsField({ names: [, ...names] }: Simplify): INodeProperties {
	return field('multiOptions', 'Fields', 'outputFields', {
		displayOptions: {
			show: { ...outputField.displayOptions?.show, ...inField(outputField, 'selected').show },
		},
		required: true,
		options: names
			.map((name) => ({ name: titleOf(name), value: name }))
			.sort((one, other) => one.name.localeCompare(other.name)),
		description: 'The fields that the AI model gets, in addition to the ID',
	});
}

/** Returns the name of a field in the style of n8n's option names. */
function titleOf(name: string): string {
	const words = name.replace(/[A-Z]/g, '_$&').toLowerCase().split('_');
	return words.map((word) => (word === 'id' ? 'ID' : word.charAt(0).toUpperCase() + word.slice(1))).join(' ');
}

/** Returns the fields that control a simplified output. Those for a tool have the wording of n8n's guidelines. */
export function simplifyFields(simplify: Simplify): INodeProperties[] {
	return [simplifyField, outputField, selectedFieldsField(simplify)];
}

/** Returns a record with only these fields, in this order. */
function only(names: readonly string[], record: IDataObject): IDataObject {
	return Object.fromEntries(names.filter((name) => name in record).map((name) => [name, record[name]]));
}

/**
 * Simplifies records to the fields of an output. Times are in ISO 8601, so that their time zone is clear
 * (docs/contributing/api.md, "Dates").
 */
export function forPeople(output: Output): Simplify {
	const names = Object.keys(output) as [string, ...string[]];
	const described = ([name, value]: [string, unknown]): [string, unknown] => [
		name,
		/_(time|date)$/.test(name) ? (fromServiceForm(value)?.toISOString() ?? value) : value,
	];
	const of = (record: IDataObject): IDataObject =>
		Object.fromEntries(Object.entries(only(names, record)).map(described)) as IDataObject;
	return { names, of };
}

// n8n's guidelines allow at most ten fields in a simplified record (docs/contributing/api.md, "Fax records", "Outbox",
// "Contacts", "Members", "Numbers").
export const faxOutput: Output = {
	...{ id: 'string', from: 'string', to: 'string', status: 'string', statusMeaning: 'string' },
	...{ pages: 'integer', cost: 'integer', duration: 'integer', start_time: 'string', comment: 'string' },
};
/** The output for a fax that the node waits for. */
export const deliveryOutput: Output = {
	...{ id: 'string', to: 'string', from: 'string', status: 'string', outcome: 'string' },
	...{ statusMeaning: 'string', pages: 'integer', cost: 'integer', duration: 'integer' },
	start_time: 'string',
};
export const outboxFaxOutput: Output = {
	...{ id: 'string', from: 'string', to: 'string[]', status: 'string', pages: 'integer', files: 'string[]' },
	comment: { tags: 'string[]', text: 'string' },
	...{ contact_name: 'string', send_time: 'string', submit_time: 'string' },
};
export const contactOutput: Output = {
	...{
		id: 'string',
		name: 'string',
		fax_number: 'string',
		email: 'string?',
		phone: 'string?',
		notes: 'string',
	},
	...{ groups: 'string[]', is_shared: 'boolean', creation_date: 'string', modification_date: 'string' },
};
export const accountOutput: Output = {
	...{ uid: 'string', email: 'string', name: 'string', lastname: 'string', phone: 'string' },
	...{ account_type: 'string', status: 'string', member_of: 'string[]' },
	account_data: {
		...{ company_name: 'string', role: 'string', default_file_type: 'string', save_history: 'boolean' },
	},
	creation_date: 'string',
};
export const numberOutput: Output = {
	...{ id: 'string', number: 'string', status: 'string', owner_id: 'string', assigned_to: 'string[]' },
	...{ acquired_date: 'string', expiration_date: 'string?', is_canceled: 'boolean' },
};

const simplifyRecord = forPeople(faxOutput);
const addedToFax = ['contact'];
export const simplifyFax: Simplify = {
	...simplifyRecord,
	added: addedToFax,
	of: (fax) => ({
		...simplifyRecord.of({ ...fax, ...statusMeaningOf(eventOf(fax), fax) }),
		...only(addedToFax, fax),
	}),
};
const simplifyResult = forPeople(deliveryOutput);
export const simplifyDelivery: Simplify = {
	...simplifyResult,
	of: (fax) => {
		const { id, ...others } = simplifyResult.of(fax);
		// This field exists only if the fax had another ID in the outbox.
		return { ...(id !== undefined && { id }), ...only(['outboxId'], fax), ...others };
	},
};
const simplifyWaiting = forPeople(outboxFaxOutput);
export const simplifyOutboxFax: Simplify = {
	...simplifyWaiting,
	of: ({ src, page_count: pages, ...fax }) =>
		simplifyWaiting.of({
			...fax,
			...(src !== undefined && { from: src }),
			...(pages !== undefined && { pages }),
		}),
};
export const simplifyContact = forPeople(contactOutput);
export const simplifyAccount = forPeople(accountOutput);
export const simplifyNumber = forPeople(numberOutput);

/** Returns the function that puts records into the format that the user selected for an input item. */
export function simplifyFor(fields: ItemFields, simplify: Simplify | undefined): Simplify['of'] {
	const raw: Simplify['of'] = (record) => record;
	if (!simplify) return raw;
	const { context, itemIndex } = fields;
	// Only a tool has this field.
	const output = context.getNodeParameter(outputField.name, itemIndex, '');
	if (output === '') return fields.isOn(simplifyField) ? simplify.of : raw;
	switch (toOption(outputField, output)) {
		case 'raw':
			return raw;
		case 'simplified':
			return simplify.of;
		default: {
			const ticked = selectedFieldsField(simplify);
			const names = toOptions(ticked, context.getNodeParameter(ticked.name, itemIndex));
			return (record) => only([simplify.names[0], ...names, ...(simplify.added ?? [])], simplify.of(record));
		}
	}
}

/** Returns output items with records in the format that the user selected. */
export function simplified(items: INodeExecutionData[], simplify: Simplify['of']): INodeExecutionData[] {
	return items.map((item) => ({ ...item, json: simplify(item.json) }));
}

import type { IDataObject, INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import { seed } from '../../simulator';
import { useBench } from './support/bench';
import { addEndpoint, nameOf, operations } from './support/operationCases';

const bench = useBench();

interface BadInput {
	/** Resource and operation. */
	name: string;
	field: string;
	value: unknown;
	message: string;
	/** Values of the other fields, where those of the operation's case do not do. */
	others?: INodeParameters;
}

const expression = '={{ $json.value }}';
const locatorExpression: NodeParameterValueType = { __rl: true, mode: 'id', value: expression };

/** Fields that hold one identifier: what the editor calls them, by operation. */
const identifiers: Array<[name: string, field: string, label: string]> = [
	['contactGroup: delete', 'groupId', 'Contact Group'],
	['customField: update', 'fieldId', 'Custom Field'],
	['fax: delete', 'faxId', 'Fax'],
	['fax: download', 'faxId', 'Fax'],
	['fax: get', 'faxId', 'Fax'],
	['fax: getReport', 'faxId', 'Fax'],
	['fax: getThumbnail', 'faxId', 'Fax'],
	['fax: update', 'faxId', 'Fax'],
	['faxText: get', 'faxId', 'Fax'],
	['fieldExtraction: correct', 'faxId', 'Fax'],
	['fieldExtraction: get', 'faxId', 'Fax'],
	['legacyHook: delete', 'hookId', 'Hook ID'],
	['member: get', 'memberUserId', 'Member'],
	['member: update', 'memberUserId', 'Member'],
	['number: revoke', 'memberUserId', 'Member'],
	['outboxFax: delete', 'outboxFaxId', 'Outbox Fax'],
	['outboxFax: get', 'outboxFaxId', 'Outbox Fax'],
	['outboxFax: update', 'outboxFaxId', 'Outbox Fax'],
	['shop: searchNumbers', 'callingCode', 'Area Code'],
	['webhookEndpoint: delete', 'endpointId', 'Webhook Endpoint'],
	['webhookEndpoint: update', 'endpointId', 'Webhook Endpoint'],
];

/** Reads: an empty user ID is the account's own. */
const userIdReads = [
	'account: get',
	'account: getPlan',
	'fax: download',
	'fax: get',
	'fax: getAll',
	'fax: getReport',
	'fax: getThumbnail',
	'number: get',
	'number: getAll',
	'outboxFax: get',
	'outboxFax: getAll',
];

/** What changes something, or may do so. */
const userIdWrites = [
	'fax: delete',
	'fax: update',
	'faxText: get',
	'fieldExtraction: correct',
	'fieldExtraction: get',
	'number: assign',
	'outboxFax: delete',
	'outboxFax: update',
];

const userIdOperations = [...userIdReads, ...userIdWrites];

/** The message about a list with an entry that is nothing. */
function incomplete(label: string, entry: number, of: number): string {
	return `${label} is incomplete: entry ${entry} of ${of} is empty. Remove it, or check the expression that provides it.`;
}

const severalIdentifiers: BadInput[] = [
	...identifiers,
	['number: assign', 'memberUserId', 'Member'] as const,
	['shop: purchaseNumber', 'itemId', 'Item ID'] as const,
].flatMap(([name, field, label]) =>
	['a;b', 'a,b', '[a,b]', '["a"]'].map((value) => ({
		name,
		field,
		value,
		message: `${label} "${value}" looks like several. Give one ID for each item; for several, make an item of each.`,
	})),
);

const badIdentifiers: BadInput[] = [
	...identifiers,
	...userIdOperations.map((name): [string, string, string] => [name, 'options.userId', 'User ID']),
].flatMap(([name, field, label]) =>
	['a/b', '../../shop/balance', 'a?b', 'a#b', '..'].map((value) => ({
		name,
		field,
		value,
		message: `${label} "${value}" is not an identifier: it must not hold slashes, "?" or "#".`,
	})),
);

const emptyTexts: BadInput[] = [
	...identifiers,
	['customField: create', 'name', 'Name'] as const,
	['customField: create', 'instructions', 'Instructions'] as const,
	['fax: download', 'binaryPropertyName', 'Put Output File in Field'] as const,
	['fax: getReport', 'binaryPropertyName', 'Put Output File in Field'] as const,
	['fax: getThumbnail', 'binaryPropertyName', 'Put Output File in Field'] as const,
	['legacyHook: create', 'target', 'Target URL'] as const,
	['number: assign', 'memberUserId', 'Member'] as const,
	['number: assign', 'number', 'Number'] as const,
	['number: get', 'number', 'Number'] as const,
	['number: revoke', 'number', 'Number'] as const,
	['outboxFax: update', 'comment', 'Comment'] as const,
	['shop: purchaseNumber', 'itemId', 'Item ID'] as const,
	['shop: getAreas', 'countryCode', 'Country'] as const,
	['shop: searchNumbers', 'countryCode', 'Country'] as const,
].flatMap(([name, field, label]) =>
	['', '  ', null, undefined].map((value) => ({
		name,
		field,
		value,
		message: `${label} is empty. Enter one, or check the expression that provides it.`,
	})),
);

/** The parameters of an update of the endpoint that `addEndpoint` adds, without the changes. */
const updateOfClinic = {
	resource: 'webhookEndpoint',
	operation: 'update',
	endpointId: { __rl: true, mode: 'id', value: 'ep_clinic' },
};

/** In a read an empty user ID is the account's own; one that an expression does not find is a mistake. */
const missingUserIds: BadInput[] = userIdReads.flatMap((name) =>
	[null, undefined].map((value) => ({
		name,
		field: 'options.userId',
		value,
		message: 'User ID is empty. Enter one, or check the expression that provides it.',
	})),
);

/** A write is about the account of the credential only where that is said. */
const emptyUserIds: BadInput[] = userIdWrites.flatMap((name) =>
	['', '  ', null, undefined].map((value) => ({
		name,
		field: 'options.userId',
		value,
		message:
			'User ID is empty. Enter "self" for the account of the credential, or check the expression that provides it.',
	})),
);

/** Numbers of which one is missing: without it the filter would be another. */
const incompleteNumbers: BadInput[] = (
	[
		['webhookEndpoint: create', 'channels', {}],
		['webhookEndpoint: update', 'channels', { channelsAction: 'set' }],
		['legacyHook: create', 'numbers', {}],
	] as const
).flatMap(([name, field, others]) => [
	...[',', [null, null], ['', '']].map((value) => ({
		name,
		field,
		value,
		others,
		message: incomplete('Numbers', 1, 2),
	})),
	...[['+15550100000', null], '+15550100000,'].map((value) => ({
		name,
		field,
		value,
		others,
		message: incomplete('Numbers', 2, 2),
	})),
]);

/** Fields added under "Update Fields" or "Filters" whose expression finds nothing. */
const emptyChanges: BadInput[] = [
	['fax: update', 'updateFields.comment', 'Comment'] as const,
	['fax: update', 'updateFields.isRead', 'Read'] as const,
	...[
		['from', 'From'] as const,
		['to', 'To'] as const,
		['status', 'Status'] as const,
		['outcome', 'Outcome'] as const,
		['isRead', 'Read'] as const,
		['minPages', 'Min Pages'] as const,
		['maxPages', 'Max Pages'] as const,
	].map(([field, label]) => ['fax: getAll', `filters.${field}`, label] as const),
	...[['from', 'From'] as const, ['to', 'To'] as const, ['status', 'Status'] as const].map(
		([field, label]) => ['outboxFax: getAll', `filters.${field}`, label] as const,
	),
	['member: update', 'updateFields.role', 'Role'] as const,
	['member: update', 'updateFields.quota', 'Quota'] as const,
	['customField: update', 'updateFields.name', 'Name'] as const,
	['customField: update', 'updateFields.instructions', 'Instructions'] as const,
	['customField: update', 'updateFields.enabled', 'Enabled'] as const,
	['webhookEndpoint: update', 'updateFields.events', 'Events'] as const,
	['webhookEndpoint: update', 'updateFields.url', 'URL'] as const,
	['contact: getAll', 'filters.name', 'Name'] as const,
	['contact: getAll', 'filters.notes', 'Notes'] as const,
	['contact: getAll', 'filters.faxNumber', 'Fax Number'] as const,
	['contact: getAll', 'filters.groupId', 'Group Name or ID'] as const,
].flatMap(([name, field, label]) =>
	['', ' ', null, undefined].map((value) => ({
		name,
		field,
		value,
		message: `${label} is empty. Enter a value, check the expression that provides it, or remove the field from "${isFilter(field) ? 'Filters' : 'Update Fields'}".`,
	})),
);

const missingNumbers: BadInput[] = [
	['webhookEndpoint: create', 'channels'] as const,
	['legacyHook: create', 'numbers'] as const,
].flatMap(([name, field]) =>
	[null, undefined].map((value) => ({
		name,
		field,
		value,
		message:
			'Numbers is missing. Leave the field empty for all numbers, or check the expression that provides them.',
	})),
);

/** The events that the service knows, as messages list them. */
const EVENTS = 'fax_received, fax_sent, fax_page_received';

const badChoices: BadInput[] = [
	['contact: getAll', 'options.sortBy', 'Sort By', 'creation_date, modification_date, name'] as const,
	['contact: getAll', 'options.direction', 'Sort Direction', 'asc, desc'] as const,
	['fax: download', 'format', 'Format', 'pdf, tiff'] as const,
	['fax: getAll', 'category', 'Category', 'inbox, sent, spam'] as const,
	['fieldExtraction: correct', 'specifyCorrections', 'Specify Corrections', 'fields, json'] as const,
	['webhookEndpoint: update', 'channelsAction', 'Numbers Filter', 'clear, leave, set'] as const,
	['shop: searchNumbers', 'channel', 'Numbers to Offer', 'random, custom'] as const,
	['legacyHook: create', 'event', 'Event', EVENTS] as const,
	['legacyHook: getAll', 'event', 'Event', `all, ${EVENTS}`] as const,
].flatMap(([name, field, label, values]) =>
	['none', '', null, undefined].map((value) => ({
		name,
		field,
		value,
		message: `${label} "${value ?? ''}" is none of ${values}. Correct it, or check the expression that provides it.`,
	})),
);

function notE164(label: string, value: string): string {
	return `${label}: "${value}" is not a number in E.164 form. ${numberAdvice}`;
}

const wrongTypes: BadInput[] = identifiers.map(([name, field, label]) => ({
	name,
	field,
	value: { id: 'a' },
	message: `${label}: expected a text, but got {"id":"a"}. Check the expression that provides it.`,
}));

const numberAdvice = 'Write the plus sign, the country code and the number, such as +15550100000.';

const webhookSettings: BadInput[] = [
	...['15550100000', '0041225550100', '+1 555 FAX', '+'].flatMap((value) =>
		(
			[
				['webhookEndpoint: create', 'channels', {}],
				['webhookEndpoint: update', 'channels', { channelsAction: 'set' }],
				['legacyHook: create', 'numbers', {}],
			] as const
		).map(([name, field, others]) => ({
			name,
			field,
			value,
			others,
			message: notE164('Numbers', value),
		})),
	),
	{
		name: 'webhookEndpoint: create',
		field: 'channels',
		value: ['+15550100000', '5550100001'],
		message: notE164('Numbers', '5550100001'),
	},
	{
		name: 'webhookEndpoint: update',
		field: 'channels',
		value: '',
		others: { channelsAction: 'set' },
		message: 'Numbers is empty. Enter a number, or set "Numbers Filter" to "Clear".',
	},
	...['webhookEndpoint: create', 'webhookEndpoint: update'].flatMap((name) => {
		const field = name.endsWith('create') ? '' : 'updateFields.';
		const emptyUrl = name.endsWith('create') ? [''] : [];
		return [
			...['http://example.com/faxes', 'example.com', 'https://', 'ftp://example.com', ...emptyUrl].map(
				(value) => ({
					name,
					field: `${field}url`,
					value,
					message: `URL "${value}" is not an address that begins with https://. The service delivers over HTTPS only.`,
				}),
			),
			{ name, field: `${field}events`, value: [], message: 'Events is empty. Select at least one.' },
			...['fax_lost', 'fax.received', 'fax_received,fax_lost', ['fax_sent', 'fax_lost']].map((value) => ({
				name,
				field: `${field}events`,
				value,
				message: `Events "${[value].flat().join().split(',').at(-1)}" is none of ${EVENTS}. Correct it, or check the expression that provides it.`,
			})),
			...['fax_received,', ['fax_sent', null]].map((value) => ({
				name,
				field: `${field}events`,
				value,
				message: incomplete('Events', 2, 2),
			})),
		];
	}),
	{
		name: 'webhookEndpoint: update',
		field: 'channelsAction',
		value: 'leave',
		others: { updateFields: {} },
		message:
			'There is nothing to update. Set or clear the numbers, or add Events or URL under "Update Fields".',
	},
];

const otherRules: BadInput[] = [
	...[null, undefined].map((value) => ({
		name: 'contact: getAll',
		field: 'search',
		value,
		message: 'Search is missing. Leave the field empty, or check the expression that provides it.',
	})),
	{
		name: 'contact: getAll',
		field: 'filters.faxNumber',
		value: '5550100200',
		message: notE164('Fax Number', '5550100200'),
	},
	...['12a4', '+1', '2 5', '25.80', '-1'].map((value) => ({
		name: 'shop: searchNumbers',
		field: 'contains',
		value,
		others: { channel: 'custom' },
		message: `Digits "${value}" may hold only the digits 0 to 9.`,
	})),
	...['USA', 'U', '1', 'U/', 'ÜS'].map((value) => ({
		name: 'shop: searchNumbers',
		field: 'countryCode',
		value,
		message: `Country "${value}" is not a two-letter ISO code such as US.`,
	})),
	...['example.com/hook', 'ftp://example.com', 'mailto:a@example.com', 'https://'].map((value) => ({
		name: 'legacyHook: create',
		field: 'target',
		value,
		message: `Target URL "${value}" is not an address that begins with https:// or http://.`,
	})),
	{
		name: 'member: update',
		field: 'updateFields',
		value: {},
		message: 'There is nothing to update. Add Role or Quota under "Update Fields".',
	},
	{
		name: 'fax: update',
		field: 'updateFields',
		value: {},
		message: 'There is nothing to update. Add Comment or Read under "Update Fields".',
	},
	...[
		{ field: 'from', label: 'From' },
		{ field: 'to', label: 'To' },
	].flatMap(({ field, label }) =>
		['fax: getAll', 'outboxFax: getAll'].flatMap((name) => [
			{ name, field: `filters.${field}`, value: '0791234567', message: notE164(label, '0791234567') },
			{
				name,
				field: `filters.${field}`,
				value: ['+15550100000', null],
				message: incomplete(field === 'from' ? 'From' : 'To', 2, 2),
			},
		]),
	),
	...['fax: getAll', 'outboxFax: getAll'].flatMap((name) => [
		{ name, field: 'filters.status', value: [], message: 'Status is empty. Select at least one.' },
		{
			name,
			field: 'filters.status',
			value: 'no success',
			message: 'Status "no success" is no status. Correct it, or check the expression that provides it.',
		},
	]),
	{
		name: 'fax: getAll',
		field: 'filters.outcome',
		value: 'none',
		message:
			'Outcome "none" is none of any, failure, success. Correct it, or check the expression that provides it.',
	},
	...['After', 'Before'].flatMap((label) => [
		...['yesterday', '2026-02-31', '2026', 1795, true].map((value) => ({
			name: 'fax: getAll',
			field: label.toLowerCase(),
			value,
			message: `${label} "${value}" is not a time. Pick one, or write it as 2026-12-31T17:30:00, with an offset such as +01:00 where it is not of the workflow's time zone (America/New_York).`,
		})),
		...[null, undefined].map((value) => ({
			name: 'fax: getAll',
			field: label.toLowerCase(),
			value,
			message: `${label} is missing. Leave the field empty, or check the expression that provides it.`,
		})),
	]),
	{
		name: 'fax: getAll',
		field: 'before',
		value: '2026-11-20T10:00:00Z',
		others: { after: '2026-11-20T10:00:00Z' },
		message: 'There is no time between After and Before. Enter a later time for Before.',
	},
	{
		name: 'fieldExtraction: correct',
		field: 'correctionsJson',
		value: { sender_name: null },
		others: { specifyCorrections: 'json' },
		message: 'The value of "sender_name" is missing. Enter one, or check the expression that provides it.',
	},
	...['', '{', '[]', 'text', [{ name: 'a' }], 7, null, undefined].map((value) => ({
		name: 'fieldExtraction: correct',
		field: 'correctionsJson',
		value,
		others: { specifyCorrections: 'json' },
		message:
			'Corrections (JSON) is not an object with names and values, such as { "name": "value" }. Correct it, or check the expression that provides it.',
	})),
	{
		name: 'fieldExtraction: correct',
		field: 'correctionsJson',
		value: {},
		others: { specifyCorrections: 'json' },
		message: 'There is nothing to correct. Add a field and its value under "Corrections".',
	},
	...['assign', 'get', 'revoke'].flatMap((operation) =>
		['0791234567', 'fax', '+15550100000,+15550100001', '../+15550100000'].map((value) => ({
			name: `number: ${operation}`,
			field: 'number',
			value,
			message: notE164('Number', value),
		})),
	),
	...['', null, undefined, []].map((value) => ({
		name: 'member: invite',
		field: 'emails',
		value,
		message: 'Email Addresses is empty. Enter at least one address.',
	})),
	...[
		'ann',
		'ann@example',
		'@example.com',
		'a b@example.com',
		'a@b@example.com',
		'Ann <ann@example.com>',
	].map((address) => ({
		name: 'member: invite',
		field: 'emails',
		value: `bob@example.com, ${address}`,
		message: `Email Addresses: "${address}" is not an email address. Write it as jane@example.com, and separate several by commas.`,
	})),
	{
		name: 'member: invite',
		field: 'emails',
		value: ['ann@example.com', null],
		message: incomplete('Email Addresses', 2, 2),
	},
	{
		name: 'member: invite',
		field: 'emails',
		value: Array.from({ length: 11 }, (_, at) => `p${at}@example.com`),
		message: 'Email Addresses has 11 addresses. The service takes 10 at most; make several items of them.',
	},
	{
		name: 'customField: update',
		field: 'updateFields',
		value: {},
		message: 'There is nothing to update. Add Name, Instructions or Enabled under "Update Fields".',
	},
	...[
		['groupIds', 'Group Names or IDs'],
		['memberIds', 'Member Names or IDs'],
	].flatMap(([field = '', label = '']) => [
		...['', null, undefined, []].map((value) => ({
			name: 'contactGroup: share',
			field,
			value,
			message: `${label} is empty. Enter at least one ID.`,
		})),
		...[' , ', ['', 'a'], ',a', [null, 'a'], '[null,"a"]'].map((value) => ({
			name: 'contactGroup: share',
			field,
			value,
			message: incomplete(label, 1, 2),
		})),
		...['a;b', '[a;b]', '[a'].map((value) => ({
			name: 'contactGroup: share',
			field,
			value,
			message: `${label} holds "${value}", which is not one ID. Separate IDs by commas, without brackets, or give an array from an expression.`,
		})),
	]),
];

const listOperations = [
	'contact: getAll',
	'customField: getAll',
	'fax: getAll',
	'legacyHook: getAll',
	'member: getAll',
	'number: getAll',
	'outboxFax: getAll',
	'shop: getAreas',
	'shop: getCountries',
	'shop: searchNumbers',
	'webhookEndpoint: getAll',
];

/** Number fields: operation, field, what the editor calls it, its range in words, and what is outside of it. */
const numberFields: Array<
	[name: string, field: string, label: string, range: string, outside: number[], others?: INodeParameters]
> = [
	['member: update', 'updateFields.quota', 'Quota', 'whole number of 0 or more', [-1, 12.5]],
	['fax: getAll', 'filters.minPages', 'Min Pages', 'number of 0 or more', [-1]],
	['fax: getAll', 'filters.maxPages', 'Max Pages', 'number of 0 or more', [-1]],
	['account: getPlan', 'options.readsInFlight', 'Items at Once', 'number from 1 to 100', [0, 101]],
	['account: getPlan', 'options.timeout', 'Timeout (Seconds)', 'number from 1 to 3600', [0, 3601]],
	['contactGroup: delete', 'options.timeout', 'Timeout (Seconds)', 'number from 1 to 3600', [0, 3601]],
	...listOperations.map((name): (typeof numberFields)[number] => [
		name,
		'limit',
		'Limit',
		'number of 1 or more',
		[0, -1],
	]),
	...[
		['pollingInterval', 'Polling Interval (Seconds)', 'number from 1 to 600', [0, 601]] as const,
		['waitLimit', 'Wait Limit (Seconds)', 'number from 1 to 3600', [0, 3601]] as const,
	].flatMap(([name, label, range, outside]): typeof numberFields =>
		['faxText: get', 'fieldExtraction: get'].map((operation) => [
			operation,
			`options.${name}`,
			label,
			range,
			[...outside],
		]),
	),
];

function isFilter(field: string): boolean {
	return field.startsWith('filters.');
}

/** Whether a field is an entry of "Update Fields" or "Filters", of which none may be empty, whatever its type. */
function isChange(field: string): boolean {
	return field.startsWith('updateFields.') || isFilter(field);
}

const badNumbers: BadInput[] = numberFields.flatMap(([name, field, label, range, outside, others]) =>
	['many', ...(isChange(field) ? [] : ['', ' ', null, undefined]), 'Infinity', 'NaN', ...outside].map(
		(value) => ({
			name,
			field,
			value,
			...(others ? { others } : {}),
			message: `${label} "${String(value ?? '').trim()}" is not a ${range}. Correct it, or check the expression that provides it.`,
		}),
	),
);

const badBooleans: BadInput[] = [
	['faxText: get', 'options.waitUntilFinished', 'Wait Until Finished'] as const,
	['member: update', 'options.keepOtherValues', 'Keep Other Values'] as const,
	['faxText: get', 'requestIfMissing', 'Request If Not Requested'] as const,
	['fieldExtraction: get', 'options.waitUntilFinished', 'Wait Until Finished'] as const,
	['fieldExtraction: get', 'requestIfMissing', 'Request If Not Requested'] as const,
	['contact: getAll', 'filters.isShared', 'Shared'] as const,
	['fax: getAll', 'filters.isRead', 'Read'] as const,
	['fax: update', 'updateFields.isRead', 'Read'] as const,
	...listOperations.map((name) => [name, 'returnAll', 'Return All'] as const),
	['shop: searchNumbers', 'simplify', 'Simplify'] as const,
	['customField: create', 'enabled', 'Enabled'] as const,
	['customField: update', 'updateFields.enabled', 'Enabled'] as const,
].flatMap(([name, field, label]) =>
	['maybe', ...(isChange(field) ? [] : ['', null, undefined]), 1].map((value) => ({
		name,
		field,
		value,
		message: `${label} "${value ?? ''}" is neither true nor false. Correct it, or check the expression that provides it.`,
	})),
);

const badInput = [
	...badIdentifiers,
	...emptyTexts,
	...severalIdentifiers,
	...missingUserIds,
	...emptyUserIds,
	...incompleteNumbers,
	...emptyChanges,
	...missingNumbers,
	...badChoices,
	...wrongTypes,
	...webhookSettings,
	...otherRules,
	...badNumbers,
	...badBooleans,
].map((input) => ({
	...input,
	written: input.value === undefined ? 'nothing' : JSON.stringify(input.value),
}));

/** The fields of an operation's case, with an expression in the one that is about to be wrong. */
function parametersWith({ name, field, others }: BadInput): INodeParameters {
	const operationCase = operations.find((one) => nameOf(one) === name);
	if (!operationCase) throw new Error(`No operation ${name}`);
	const { resource, operation, parameters } = operationCase;
	const all: INodeParameters = { resource, operation, ...parameters, ...others };
	const [outer = '', inner] = field.split('.');
	if (inner !== undefined) {
		return { ...all, [outer]: { ...(others?.[outer] as INodeParameters | undefined), [inner]: expression } };
	}
	const isLocator = ['endpointId', 'fieldId', 'faxId', 'memberUserId', 'number', 'outboxFaxId'].includes(
		outer,
	);
	return { ...all, [outer]: isLocator ? locatorExpression : expression };
}

describe('bad input is refused before any request', () => {
	test.each(badInput)('$name: $field $written', async (input) => {
		const { engine, simulator } = bench();
		const { error } = await engine.run({
			parameters: parametersWith(input),
			credentials: await bench().accessToken(),
			items: [{ json: { value: input.value } as IDataObject }],
		});
		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message: input.message,
			context: { itemIndex: 0 },
		});
		expect(simulator.requests).toEqual([]);
	});
});

test('with continue on fail, bad input is data of its item, and the others come out', async () => {
	const { engine, simulator } = bench();
	const { items } = await engine.run({
		parameters: { resource: 'account', operation: 'getPlan', options: { userId: expression } },
		credentials: await bench().accessToken(),
		items: ['self', 'a/b', seed.memberId].map((value) => ({ json: { value } })),
		onError: 'continueRegularOutput',
	});
	expect(items).toEqual([
		{ json: expect.objectContaining({ is_owner: true }) as unknown, pairedItem: { item: 0 } },
		{
			json: {
				error: {
					message: 'User ID "a/b" is not an identifier: it must not hold slashes, "?" or "#".',
				},
			},
			pairedItem: { item: 1 },
		},
		{ json: expect.objectContaining({ is_owner: false }) as unknown, pairedItem: { item: 2 } },
	]);
	expect(simulator.requests).toHaveLength(2);
});

test('n8n itself refuses a required field that was left empty in the editor', async () => {
	const { engine, simulator } = bench();
	const credentials = await bench().accessToken();
	await expect(
		engine.run({ parameters: { resource: 'contactGroup', operation: 'delete' }, credentials }),
	).rejects.toThrow('Parameter "Contact Group" is required.');
	expect(simulator.requests).toEqual([]);
});

test.each([
	['Clear', { channels: null }],
	[' SET ', { channels: ['+15550100001'] }],
	['Leave', {}],
])('the choice "%s" from an expression is understood whatever its case', async (choice, changes) => {
	const { engine, simulator } = bench();
	addEndpoint(simulator);
	const { error } = await engine.run({
		parameters: {
			...updateOfClinic,
			channelsAction: expression,
			channels: '+15550100001',
			updateFields: { events: ['fax_sent'] },
		},
		credentials: await bench().accessToken(),
		items: [{ json: { value: choice } }],
	});
	expect(error).toBeUndefined();
	expect(simulator.requests.map(({ body }) => body)).toEqual([{ filter_types: ['fax_sent'], ...changes }]);
});

test('digits are looked for when an expression chooses them, whatever its case', async () => {
	const { engine, simulator } = bench();
	const { error } = await engine.run({
		parameters: {
			resource: 'shop',
			operation: 'searchNumbers',
			countryCode: 'US',
			callingCode: '212',
			channel: expression,
			contains: '2580',
		},
		credentials: await bench().accessToken(),
		items: [{ json: { value: 'Custom' } }],
	});
	expect(error).toBeUndefined();
	expect(simulator.requests.map(({ query }) => query)).toEqual([{ channel: 'custom', contains: '2580' }]);
});

test('an empty user ID stands for the account of the credential', async () => {
	const { engine, simulator } = bench();
	await engine.run({
		parameters: { resource: 'account', operation: 'getPlan', options: { userId: '' } },
		credentials: await bench().accessToken(),
	});
	expect(simulator.requests.map(({ path }) => path)).toEqual(['/accounts/self/plan']);
});

test('identifiers are encoded in the path', async () => {
	const { engine, simulator } = bench();
	await engine.run({
		parameters: { resource: 'contactGroup', operation: 'delete', groupId: 'grp 50%:ü' },
		credentials: await bench().accessToken(),
	});
	expect(simulator.requests.map(({ path }) => path)).toEqual([
		'/accounts/self/contact-groups/grp%2050%25%3A%C3%BC',
	]);
});

test.each([
	['false', false],
	['true', true],
	[' TRUE ', true],
])('a new custom field is enabled or not as the text "%s" says', async (text, enabled) => {
	const { engine, simulator } = bench();
	const { error } = await engine.run({
		parameters: {
			resource: 'customField',
			operation: 'create',
			name: 'invoice',
			instructions: 'The number of the invoice',
			enabled: expression,
		},
		credentials: await bench().accessToken(),
		items: [{ json: { value: text } }],
	});
	expect(error).toBeUndefined();
	expect(simulator.requests.map(({ body }) => body)).toEqual([
		{ name: 'invoice', instructions: 'The number of the invoice', enabled },
	]);
});

test.each([
	['true', true],
	['false', false],
])('a custom field is switched as the text "%s" says', async (text, enabled) => {
	const { engine, simulator } = bench();
	const { error } = await engine.run({
		parameters: {
			resource: 'customField',
			operation: 'update',
			fieldId: { __rl: true, mode: 'id', value: seed.customFieldId },
			updateFields: { enabled: expression },
		},
		credentials: await bench().accessToken(),
		items: [{ json: { value: text } }],
	});
	expect(error).toBeUndefined();
	expect(simulator.requests.map(({ body }) => body)).toEqual([{ enabled }]);
});

test('numbers may come as text from expressions', async () => {
	const { engine } = bench();
	const { items, error } = await engine.run({
		parameters: {
			resource: 'shop',
			operation: 'getCountries',
			limit: expression,
			options: { timeout: '={{ "30" }}', readsInFlight: '={{ "2" }}' },
		},
		credentials: await bench().accessToken(),
		items: [{ json: { value: ' 2 ' } }],
	});
	expect(error).toBeUndefined();
	expect(items).toHaveLength(2);
});

test('with continue on fail, a bad "Items at Once" is the error of every item', async () => {
	const { engine, simulator } = bench();
	const { items, errorItems } = await engine.run({
		parameters: { resource: 'account', operation: 'getPlan', options: { readsInFlight: expression } },
		credentials: await bench().accessToken(),
		items: [{ json: { value: 0 } }, { json: { value: 0 } }],
		onError: 'continueErrorOutput',
	});
	const message =
		'Items at Once "0" is not a number from 1 to 100. Correct it, or check the expression that provides it.';
	expect(items).toEqual([]);
	expect(errorItems.map(({ json }) => json['error'])).toEqual([
		expect.objectContaining({ message }),
		expect.objectContaining({ message }),
	]);
	expect(simulator.requests).toEqual([]);
});

test('the events of a webhook endpoint may be text with commas', async () => {
	const { engine, simulator } = bench();
	const { error } = await engine.run({
		parameters: {
			resource: 'webhookEndpoint',
			operation: 'create',
			url: 'https://example.com/faxes',
			events: expression,
		},
		credentials: await bench().accessToken(),
		items: [{ json: { value: 'fax_received,fax_sent' } }],
	});
	expect(error).toBeUndefined();
	expect(simulator.requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
		filter_types: ['fax_received', 'fax_sent'],
	});
});

test('lists may be arrays from expressions as well as text', async () => {
	const { engine, simulator } = bench();
	await engine.run({
		parameters: {
			resource: 'contactGroup',
			operation: 'share',
			groupIds: '={{ $json.groups }}',
			memberIds: '={{ $json.members }}',
		},
		credentials: await bench().accessToken(),
		items: [{ json: { groups: seed.groupIds, members: [seed.memberId, seed.memberId] } }],
	});
	expect(simulator.requests[0]?.body).toEqual({
		group_ids: seed.groupIds,
		member_ids: [seed.memberId],
	});
});

test('an update of a webhook endpoint that was not set up in the editor touches nothing', async () => {
	const { engine, simulator } = bench();
	addEndpoint(simulator);
	const { error } = await engine.run({
		parameters: {
			...updateOfClinic,
		},
		credentials: await bench().accessToken(),
	});
	expect(error?.message).toMatch(/^There is nothing to update\./);
	expect(simulator.requests).toEqual([]);
});

test.each([
	['', 'The Base URL in the credential is not an address.'],
	['restapi.fax.plus/v3', 'The Base URL in the credential is not an address.'],
	['file:///etc/passwd', 'The Base URL in the credential is not an address.'],
])('a base URL "%s" is refused with advice', async (baseUrl, message) => {
	const { engine } = bench();
	const { error } = await engine.run({
		parameters: { resource: 'shop', operation: 'getBalance' },
		credentials: await bench().accessToken(seed.ownerToken, baseUrl),
	});
	expect(error?.message).toContain(message);
});

test('slashes at the end of the base URL, and blanks around it and the token, do no harm', async () => {
	const { engine, simulator } = bench();
	const { error } = await engine.run({
		parameters: { resource: 'shop', operation: 'getBalance' },
		credentials: await bench().accessToken(` ${seed.ownerToken}\n`, ` ${simulator.baseUrl}// `),
	});
	expect(error).toBeUndefined();
	expect(simulator.requests.map(({ path }) => path)).toEqual(['/shop/balance']);
});

import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';

import { userIdField } from '../../../nodes/FaxPlus/fields/common';
import { resources } from '../../../nodes/FaxPlus/resources';
import { useBench } from '../support/bench';
import { operationsNamed, type OperationCase } from '../support/operationCases';
import { locator } from '../support/operationCases/case';

const bench = useBench();

/** A field of an operation. It may be within a collection, such as "filters.from". */
interface Field {
	name: string;
	at: string;
	field: INodeProperties;
	isRead: boolean;
}

/**
 * A refused value, the part of the message that names the field and the value, and optionally values of other fields.
 * Without those, the operation's case has suitable values.
 */
type Mistake = [value: unknown, message: string, others?: INodeParameters];

const expression = '={{ $json.value }}';
const named = (label: string, value: string) => `"${label}" is "${value}"`;
const listed = (label: string, value: string) => `"${label}": "${value}"`;
const empty = (label: string) => `"${label}" is empty`;
const missing = (label: string) => `"${label}" has no value`;
const incomplete = (label: string) => `Entry 2 of 2 in "${label}"`;

/** All fields of all operations, except for operations that have their own tests. */
const fields: Field[] = resources.flatMap(({ value: resource, operations: list }) =>
	list.flatMap(({ value, fields: own, options = [], userField }) => {
		const name = `${resource}: ${value}`;
		const [operationCase] = operationsNamed(name);
		if (!operationCase || operationCase.isPersistent) return [];
		const isRead = operationCase.kind === 'read';
		const inside = (outer: string, entries: INodeProperties[]) =>
			entries.map((field) => ({ name, at: `${outer}.${field.name}`, field, isRead }));
		return [
			...own.flatMap((field): Field[] =>
				field.type === 'collection'
					? inside(field.name, (field.options ?? []) as INodeProperties[])
					: [{ name, at: field.name, field, isRead }],
			),
			...inside('options', [...options, ...(userField === userIdField ? [userIdField] : [])]),
		].filter(({ field }) => field.type !== 'notice');
	}),
);

/** The range of each number field, by the field's label. */
const RANGES: Record<string, string> = {
	Limit: 'number of 1 or more',
	Quota: 'whole number of 0 or more',
	'Min Pages': 'number of 0 or more',
	'Max Pages': 'number of 0 or more',
	'Items at Once': 'number from 1 to 100',
	'Timeout (Seconds)': 'number from 1 to 3600',
	'Polling Interval (Seconds)': 'number from 1 to 600',
	'Wait Limit (Seconds)': 'number from 1 to 3600',
};

/** Fax.Plus's events, as error messages list them. */
const EVENTS = 'fax_received, fax_sent, fax_page_received';

/** Allowed values of each field with choices, by the field's label. */
const CHOICES: Record<string, string> = {
	'Country of Numbers Without +':
		'244 values, such as AF, AX, AL, DZ, AS, AD, AO, AI, AG, AR, AM, AW, AC, AU, AT, AZ, BS, BH, BD, BB',
	Format: 'pdf, tiff',
	Category: 'inbox, sent, spam',
	Outcome: 'any, failure, success',
	'Read Status': 'read, unread',
	'Specify Corrections': 'fields, json',
	'Numbers to Offer': 'random, custom',
	Event: EVENTS,
	Events: EVENTS,
};

/** Fields with one ID, and fields with phone numbers. */
const IDENTIFIER = /^((group|field|fax|hook|outboxFax|endpoint|member|item)Id|callingCode)$/;
const NUMBERS = /(^|\.)(channels|numbers|from|to)$/;

/**
 * Returns the values that every field of this kind refuses. Other values are covered by the tests of the functions that
 * read fields.
 */
function mistakesIn({ name, at, field, isRead }: Field): Mistake[] {
	const { displayName: label, type, required, displayOptions } = field;
	const shown = Object.entries(displayOptions?.show ?? {}).map(([other, values]) => [other, values?.[0]]);
	const others = Object.fromEntries(shown) as INodeParameters;
	const [outer] = at.split('.');
	const collection = outer === 'filters' ? 'Filters' : outer === 'updateFields' ? 'Update Fields' : undefined;
	const choices = name === 'legacyHook: getAll' && label === 'Event' ? `all, ${EVENTS}` : CHOICES[label];
	const refused: Array<[boolean, unknown, string]> = [
		[type === 'boolean', 'maybe', named(label, 'maybe')],
		[type === 'number', 'many', `${named(label, 'many')}, which isn't a ${RANGES[label] ?? ''}`],
		[choices !== undefined, 'none', `${named(label, 'none')}, which isn't one of ${choices ?? ''}`],
		[collection !== undefined, ' ', empty(label)],
		[
			required === true &&
				(type === 'resourceLocator' || (type === 'string' && !EMPTY_OTHERWISE.includes(at))),
			null,
			empty(label),
		],
		[IDENTIFIER.test(at), 'a,b', named(label, 'a,b')],
		[
			(IDENTIFIER.test(at) && !IN_BODIES.includes(`${name} ${at}`)) || field === userIdField,
			'../../shop/balance',
			named(label, '../../shop/balance'),
		],
		// For a read, an empty user ID means the account's own user. An expression without a value is a mistake.
		[field === userIdField && isRead, null, empty(label)],
		// A write needs the user ID, and doesn't fall back to the credential's own user.
		[field === userIdField && !isRead, '', empty(label)],
		// If a missing number were ignored, the filter would match something else.
		[NUMBERS.test(at), ['+15550100000', null], incomplete(label)],
		[collection === 'Filters' && NUMBERS.test(at), [], empty(label)],
		// Expressions turn a missing value into the text "undefined". It must not be sent, searched for, or used as an ID.
		[
			type === 'string' || type === 'multiOptions' || type === 'resourceLocator',
			'undefined',
			named(label, 'undefined'),
		],
		[NUMBERS.test(at), '15550100000', listed(label, '15550100000')],
		[at === 'number', '0791234567', listed(label, '0791234567')],
	];
	return refused
		.filter(([isOfKind]) => isOfKind)
		.map(([, value, message]): Mistake => [value, message, others]);
}

/** Required fields that have their own message for an empty value. */
const EMPTY_OTHERWISE = ['channels', 'emails', 'url'];

/** IDs that aren't part of a request's path. */
const IN_BODIES = ['number: assign memberId', 'shop: purchaseNumber itemId'];

const asJson = { specifyCorrections: 'json' };
const onlyHttps = (value: string) => named('URL', value);
const noTime = (label: string) => named(label, '2026-02-31');
const notOneId = (label: string) => `"${label}" contains "[a;b]"`;
const forAllNumbers = missing('Numbers');
const noStatus = named('Status', 'no success');
const tooLong = named('Timeout (Seconds)', '3601');

function each<T>(values: T[], message: (value: T) => string, others: INodeParameters = {}): Mistake[] {
	return values.map((value) => [value, message(value), others]);
}

/** Values that a field refuses with a special message. */
const ownMistakes: Record<string, Mistake[]> = {
	'contactGroup: delete groupId': [[{ id: 'a' }, '"Contact Group" must be text, but is {"id":"a"}']],
	'webhookEndpoint: create channels': each([null, []], () => forAllNumbers),
	'legacyHook: create numbers': each([null, []], () => forAllNumbers),
	'webhookEndpoint: update updateFields.channels': [['', empty('Numbers')]],
	'webhookEndpoint: update updateFields': [
		[{}, '"Numbers", "Events" or "URL"'],
		[{ allNumbers: false }, '"Numbers", "Events" or "URL"'],
		[{ allNumbers: true, channels: '+15550100000' }, '"All Numbers" and "Numbers"'],
	],
	'webhookEndpoint: create url': each(
		['http://example.com/faxes', 'example.com', 'https://', 'ftp://example.com'],
		onlyHttps,
	),
	'webhookEndpoint: update updateFields.url': each(['example.com'], onlyHttps),
	'webhookEndpoint: create events': [
		[['fax_sent', null], incomplete('Events')],
		[[], empty('Events')],
	],
	'webhookEndpoint: update updateFields.events': [[[], empty('Events')]],
	'webhookEndpoint: check options.expectedUrls': [
		['https://n8n.example.com/, my trigger', named('Expected URLs', 'my trigger')],
	],
	'legacyHook: create target': [['ftp://example.com', named('Target URL', 'ftp://example.com')]],
	'fax: getAll filters.status': [['no success', noStatus]],
	'outboxFax: getAll filters.status': [['no success', noStatus]],
	'contact: getAll search': [[null, missing('Search')]],
	'fax: getAll after': [
		[null, missing('After')],
		['2026-02-31', noTime('After')],
	],
	'fax: getAll before': [
		[null, missing('Before')],
		['2026-02-31', noTime('Before')],
		['2026-11-20T10:00:00Z', 'between "After" and "Before"', { after: '2026-11-20T10:00:00Z' }],
	],
	'shop: searchNumbers contains': each(['12a4', '+1', '2 5', '-1'], (value) => named('Digits', value), {
		channel: 'custom',
	}),
	'shop: searchNumbers countryCode': each(['USA', 'U', '1', 'U/', 'ÜS'], (value) => named('Country', value)),
	'member: update updateFields': [[{}, '"Role" or "Quota"']],
	'fax: update updateFields': [[{}, '"Comment" or "Read"']],
	'customField: update updateFields': [[{}, '"Name", "Instructions" or "Enabled"']],
	'member: invite emails': [
		...each(
			['ann', '@example.com', 'a b@example.com', 'a@b@example.com', 'Ann <ann@example.com>'],
			(value) => `"Email Addresses" contains "${value}"`,
		),
		['', empty('Email Addresses')],
		[['ann@example.com', null], incomplete('Email Addresses')],
		[Array.from({ length: 11 }, (_, at) => `p${at}@example.com`), '"Email Addresses" has 11 addresses'],
	],
	'fieldExtraction: correct correctionsJson': [
		...each<unknown>([null, '', '{', '[]', [{ name: 'a' }], 7], () => '"Corrections (JSON)"', asJson),
		[{ sender_name: null }, '"sender_name"', asJson],
		[{}, '"Corrections"', asJson],
	],
	'fieldExtraction: correct corrections': [[{}, '"Corrections"']],
	...Object.fromEntries(
		[
			['groupIds', 'Group Names or IDs'],
			['memberIds', 'Member Names or IDs'],
		].map(([at = '', label = '']): [string, Mistake[]] => [
			`contactGroup: share ${at}`,
			[
				[[], empty(label)],
				[['a', null], incomplete(label)],
				['[a;b]', notOneId(label)],
			],
		]),
	),
	'account: getPlan options.itemsAtOnce': [[0, named('Items at Once', '0')]],
	'account: getPlan options.timeout': [[3601, tooLong]],
	'contactGroup: delete options.timeout': [[3601, tooLong]],
};

const badInput = [
	...fields.map((one): [string, Mistake[]] => [`${one.name} ${one.at}`, mistakesIn(one)]),
	...Object.entries(ownMistakes),
].flatMap(([where, mistakes]) =>
	mistakes.map(([value, message, others]) => ({ where, value, message, others })),
);

const LOCATORS = ['endpointId', 'fieldId', 'faxId', 'memberId', 'number', 'outboxFaxId'];

/**
 * Returns the fields of an operation's case, with an expression in the wrong field. A collection gets the value itself,
 * because n8n allows no expression there.
 */
function parametersWith(where: string, value: unknown, others: INodeParameters = {}): INodeParameters {
	const [, name = '', outer = '', inner] = /^(\w+: \w+) (\w+)(?:\.(\w+))?$/.exec(where) ?? [];
	const { resource, operation, parameters } = operationsNamed(name)[0] as OperationCase;
	const all: INodeParameters = { resource, operation, ...parameters, ...others };
	if (where.endsWith(' updateFields')) return { ...all, updateFields: value as INodeParameters };
	if (inner !== undefined) return { ...all, [outer]: { [inner]: expression } };
	return { ...all, [outer]: LOCATORS.includes(outer) ? locator('id', expression) : expression };
}

/** Runs the node for one item that contains the value for expressions. */
async function run(parameters: INodeParameters, value?: unknown) {
	return await bench().run(parameters, { items: [{ json: { value } as IDataObject }] });
}

test.each(badInput)('$where refuses $value before any request', async ({ where, value, message, others }) => {
	const { error } = await run(parametersWith(where, value, others), value);
	expect(error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 0 } });
	expect(error?.message).toContain(message);
	expect(bench().simulator.requests).toEqual([]);
});

test('they include every field that could contain an invalid value', () => {
	const without = fields.filter((one) => mistakesIn(one).length === 0).map(({ name, at }) => `${name} ${at}`);
	expect(without.filter((where) => !(where in ownMistakes))).toEqual([]);
});

test('with continue on fail, an invalid "Items at Once" is the error of every item', async () => {
	const { items, errorItems } = await bench().run(
		{ resource: 'account', operation: 'getPlan', options: { itemsAtOnce: expression } },
		{ items: [{ json: { value: 0 } }, { json: { value: 0 } }], onError: 'continueErrorOutput' },
	);
	const message = expect.stringContaining(named('Items at Once', '0')) as string;
	expect(items).toEqual([]);
	expect(errorItems).toMatchObject([{ json: { error: { message } } }, { json: { error: { message } } }]);
	expect(bench().simulator.requests).toEqual([]);
});

test('n8n itself refuses a required field that is empty in the editor', async () => {
	await expect(run({ resource: 'contactGroup', operation: 'delete' })).rejects.toThrow(
		'Parameter "Contact Group" is required.',
	);
	expect(bench().simulator.requests).toEqual([]);
});

test('an empty user ID means the account of the credential', async () => {
	await run({ resource: 'account', operation: 'getPlan', options: { userId: '' } });
	expect(bench().simulator.requests.map(({ path }) => path)).toEqual(['/accounts/self/plan']);
});

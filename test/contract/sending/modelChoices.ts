import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import { userIdField } from '../../../nodes/FaxPlus/fields/common';
import { resources } from '../../../nodes/FaxPlus/resources';
import { seed } from '../../../tools/simulator';
import { useBench } from '../support/bench';
import { expectSuccess, jsonOf, type NodeResult } from '../support/execution';
import { operationsNamed } from '../support/operationCases';
import { NUMBER, OTHER, sendingOf } from '../support/sending';

// A scripted model fills in the fields of a tool, and tries to get around what the tool's author allows.

const bench = useBench();
const { send, sentTo, submissions } = sendingOf(bench);

const DAY = 86_400_000;

/** Another number of the account, which the tool must not send from. */
const SECOND = '+15550100001';

const fromAI = (name: string, type = 'string'): string => `={{ $fromAI('${name}', \`\`, '${type}') }}`;
const locator = (value: string, mode = 'id'): NodeParameterValueType => ({ __rl: true, mode, value });

/** A tool with fixed fields, except that the model writes the text. */
const TOOL = { to: NUMBER, text: fromAI('text') };
const existing = { source: 'fax', faxId: locator(fromAI('fax')) };
const from = locator(fromAI('from'), 'number');

const guarded = (guards: INodeParameters = {}): INodeParameters => ({
	guards: { allowedDestinations: NUMBER, ...guards },
});

/** What a model enters, by the names that it was told. */
type Values = Record<string, unknown>;

/** A way around the guards: a tool as its author saved it, what the model enters, and the refusal that it gets. */
type Way = [what: string, tool: INodeParameters, values: Values, refusal: RegExp];

async function tool(parameters: INodeParameters, values: Values = {}): Promise<NodeResult> {
	const items = [{ json: { text: 'Hello', ...values } as never }];
	return await send({ ...TOOL, ...guarded(), ...parameters }, { isTool: true, items });
}

/** Expects that nothing is sent or uploaded, and that a check says the same. */
async function expectRefused([, parameters, values, refusal]: Way): Promise<void> {
	const { error } = await tool(parameters, values);
	expect(error?.message).toMatch(refusal);
	const { items } = expectSuccess(await tool({ ...parameters, checkOnly: true }, values));
	const [row] = jsonOf(items);
	expect(row).toMatchObject({ status: 'check_failed' });
	expect((row?.['refusals'] as string[]).join('\n')).toMatch(new RegExp(refusal.source, 'm'));
	expect(bench().simulator.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
}

const asTime = (ago: number): string =>
	new Date(Date.now() - ago).toISOString().slice(0, 19).replace('T', ' ');

/** Faxes that a test adds, because the simulator has none like them. */
const FAXES = {
	old_received: () => ({ startTime: asTime(30 * DAY), lastUpdate: asTime(0) }),
	old_sent: () => ({ category: 'sent', startTime: asTime(30 * DAY), submitTime: asTime(30 * DAY) }),
};

beforeEach(() => {
	for (const [id, values] of Object.entries(FAXES)) bench().simulator.addFax({ id, ...(values() as object) });
});

const OPEN_FAX = /^"Fax" has an expression, .*no guard "Allowed Existing Faxes".*Ask a person/;
const NO_FAX = /^"Fax" is ".+", but "Allowed Existing Faxes" allows none\..*Ask a person/;
const NOT_RECEIVED = /^"Fax" is ".+", which was sent, but "Allowed Existing Faxes" is "Received"\..*Ask a/;
const NOT_SENT = /^"Fax" is ".+", which was received, but "Allowed Existing Faxes" is "Sent"\..*Ask a/;
const TOO_OLD = /^"Fax" is ".+", which is from \d{4}-\d\d-\d\d, but "Max Age .*" is "7"\..*Ask a person/;
const NOT_FOUND = /can't find the fax/;
const NO_ID = /^"Fax" (is ".+", which (isn't an ID|looks like several)|must be text|is empty)/;

const received = guarded({ allowedExistingFaxes: 'received' });
const recent = guarded({ allowedExistingFaxes: 'received', maxExistingFaxAge: 7 });

const EXISTING: Way[] = [
	['any fax without the guard', existing, { fax: seed.faxId }, OPEN_FAX],
	['the fax in plain text', { ...existing, faxId: fromAI('fax') }, { fax: seed.faxId }, OPEN_FAX],
	['the fax by its own data', { ...existing, faxId: '={{ $json.fax }}' }, { fax: seed.faxId }, OPEN_FAX],
	[
		'a part of the ID',
		{ ...existing, faxId: locator("=fax_{{ $fromAI('fax') }}") },
		{ fax: 'spam' },
		OPEN_FAX,
	],
	[
		'the fax and the document',
		{ ...existing, source: fromAI('source'), documentUrl: 'https://example.com/', base64: 'a' },
		{ source: 'fax', fax: seed.faxId },
		OPEN_FAX,
	],
	[
		'only an age is set',
		{ ...existing, ...guarded({ maxExistingFaxAge: 7 }) },
		{ fax: seed.faxId },
		OPEN_FAX,
	],
	[
		'a received one of none',
		{ ...existing, ...guarded({ allowedExistingFaxes: 'none' }) },
		{ fax: seed.faxId },
		NO_FAX,
	],
	[
		'a sent one of none',
		{ ...existing, ...guarded({ allowedExistingFaxes: 'none' }) },
		{ fax: seed.sentFaxId },
		NO_FAX,
	],
	[
		'a fixed one of none',
		{ source: 'fax', faxId: locator(seed.faxId), ...guarded({ allowedExistingFaxes: 'none' }) },
		{},
		NO_FAX,
	],
	['a sent one of received ones', { ...existing, ...received }, { fax: seed.sentFaxId }, NOT_RECEIVED],
	['a failed one of received ones', { ...existing, ...received }, { fax: seed.busyFaxId }, NOT_RECEIVED],
	[
		'a sent one that it calls received',
		{ ...existing, ...received },
		{ fax: seed.sentFaxId, direction: 'incoming', category: 'inbox' },
		NOT_RECEIVED,
	],
	[
		'a sent one with spaces around it',
		{ ...existing, ...received },
		{ fax: ` ${seed.sentFaxId}\n` },
		NOT_RECEIVED,
	],
	[
		'a received one of sent ones',
		{ ...existing, ...guarded({ allowedExistingFaxes: 'sent' }) },
		{ fax: seed.faxId },
		NOT_SENT,
	],
	[
		'spam of sent ones',
		{ ...existing, ...guarded({ allowedExistingFaxes: 'sent' }) },
		{ fax: seed.spamFaxId },
		NOT_SENT,
	],
	['an old one with a new comment', { ...existing, ...recent }, { fax: 'old_received' }, TOO_OLD],
	[
		'an old one of any',
		{ ...existing, ...guarded({ allowedExistingFaxes: 'any', maxExistingFaxAge: 7 }) },
		{ fax: 'old_sent' },
		TOO_OLD,
	],
	['one of the outbox', { ...existing, ...received }, { fax: seed.outboxFaxId }, NOT_FOUND],
	["another user's", { ...existing, ...received }, { fax: seed.memberFaxId }, NOT_FOUND],
	['one that does not exist', { ...existing, ...received }, { fax: 'fax_nowhere' }, NOT_FOUND],
	[
		"a path to another user's",
		{ ...existing, ...received },
		{ fax: `../../${seed.memberId}/faxes/${seed.memberFaxId}` },
		NO_ID,
	],
	['a query', { ...existing, ...received }, { fax: `${seed.faxId}?user=${seed.memberId}` }, NO_ID],
	['an encoded path', { ...existing, ...received }, { fax: `..%2f${seed.sentFaxId}` }, NOT_FOUND],
	['two faxes', { ...existing, ...received }, { fax: `${seed.faxId},${seed.sentFaxId}` }, NO_ID],
	['a list', { ...existing, ...received }, { fax: [seed.sentFaxId] }, NO_ID],
	['an object', { ...existing, ...received }, { fax: { id: seed.sentFaxId } }, NO_ID],
];

const OPEN_FROM = /^"From" has an expression, .*no guard "Allowed From".*Ask a person/;
const OTHER_FROM = /^"From" contains ".+", which isn't in "Allowed From"\. .*Ask a person/;
const BAD_FROM = /^"From"/;

const own = guarded({ allowedFrom: seed.ownedNumber });

const FROM: Way[] = [
	['any number without the guard', { from }, { from: SECOND }, OPEN_FROM],
	['the number that the guard would allow', { from }, { from: seed.ownedNumber }, OPEN_FROM],
	['the number in plain text', { from: fromAI('from') }, { from: SECOND }, OPEN_FROM],
	['the number by its own data', { from: '={{ $json.from }}' }, { from: SECOND }, OPEN_FROM],
	['the end of the number', { from: "=+1555010{{ $fromAI('from') }}" }, { from: '0001' }, OPEN_FROM],
	['only how it is chosen', { from: locator(SECOND, fromAI('mode')) }, { mode: 'list' }, OPEN_FROM],
	['another number', { from, ...own }, { from: SECOND }, OTHER_FROM],
	['another number in another format', { from, ...own }, { from: '+1 (555) 010-0001' }, OTHER_FROM],
	['a foreign number', { from, ...own }, { from: OTHER }, OTHER_FROM],
	['one among allowed ones', { from, ...own }, { from: `${seed.ownedNumber},${SECOND}` }, OTHER_FROM],
	['one after a line break', { from, ...own }, { from: `${seed.ownedNumber}\n${SECOND}` }, OTHER_FROM],
	['a list', { from, ...own }, { from: [seed.ownedNumber, SECOND] }, OTHER_FROM],
	['a list as JSON', { from, ...own }, { from: JSON.stringify([SECOND]) }, OTHER_FROM],
	['an extension', { from, ...own }, { from: `${seed.ownedNumber}*12` }, OTHER_FROM],
	['no number', { from, ...own }, { from: 'no_number' }, OTHER_FROM],
	[
		'a number without its country',
		{ from, ...own, options: { country: 'GB' } },
		{ from: '020 7946 0000' },
		OTHER_FROM,
	],
	['"any"', { from, ...own }, { from: 'any' }, BAD_FROM],
	['an asterisk', { from, ...own }, { from: '*' }, BAD_FROM],
	['a prefix', { from, ...own }, { from: '+1555*' }, BAD_FROM],
	['an expression', { from, ...own }, { from: `={{ "${SECOND}" }}` }, BAD_FROM],
	['an object', { from, ...own }, { from: { number: SECOND } }, BAD_FROM],
	['nothing', { from, ...own }, {}, BAD_FROM],
	['an empty number', { from, ...own }, { from: '' }, BAD_FROM],
	['a fixed number that the guard forbids', { from: locator(SECOND, 'number'), ...own }, {}, OTHER_FROM],
];

const OPEN_USER = /^"User ID" has an expression, but a tool needs a fixed value.*Ask a person/;
const NO_OPTIONS = /^"Options" is /;
const asMember = { user: seed.memberId };

const USER: Way[] = [
	['another user', { options: { userId: locator(fromAI('user')) } }, asMember, OPEN_USER],
	['another user in plain text', { options: { userId: fromAI('user') } }, asMember, OPEN_USER],
	['another user by its own data', { options: { userId: '={{ $json.user }}' } }, asMember, OPEN_USER],
	['a part of the ID', { options: { userId: "=u_{{ $fromAI('user') }}" } }, { user: 'member' }, OPEN_USER],
	[
		'only how it is chosen',
		{ options: { userId: locator('self', fromAI('mode')) } },
		{ mode: 'id' },
		OPEN_USER,
	],
	['nothing', { options: { userId: fromAI('user') } }, {}, OPEN_USER],
	['all options', { options: fromAI('options', 'json') }, { options: { userId: seed.memberId } }, NO_OPTIONS],
	['all options as JSON', { options: '={{ { userId: $json.user } }}' }, asMember, NO_OPTIONS],
];

const OTHER_TO = /^"To" contains ".+", which isn't in "Allowed Destinations"\. .*Ask a person/;

const toModel = { to: locator(fromAI('to'), 'number') };

const NUMBERS: Way[] = [
	['another number', toModel, { to: OTHER }, OTHER_TO],
	['another format of it', toModel, { to: '+41 (22) 555-01-22' }, OTHER_TO],
	['one after an allowed one', toModel, { to: `${NUMBER}, ${OTHER}` }, OTHER_TO],
	['one after a line break', toModel, { to: `${NUMBER}\n${OTHER}` }, OTHER_TO],
	['a list', toModel, { to: [NUMBER, OTHER] }, OTHER_TO],
	['a list as JSON', toModel, { to: JSON.stringify([OTHER]) }, OTHER_TO],
	[
		'a number without its country',
		{ ...toModel, options: { country: 'GB' } },
		{ to: '020 7946 0000' },
		OTHER_TO,
	],
	[
		'the country of a number',
		{ to: '020 7946 0000', options: { country: fromAI('to') } },
		{ to: 'GB' },
		OTHER_TO,
	],
	['a prefix', toModel, { to: '+1555*' }, /^"To"/],
	['"any"', toModel, { to: 'any' }, /^"To"/],
	['an object', toModel, { to: { number: OTHER } }, /^"To"/],
	['an expression', toModel, { to: `={{ "${OTHER}" }}` }, /^"To"/],
];

const OTHER_URL = /^"URL" is ".+", which isn't in "Allowed Document Addresses"\. .*Ask a person/;

const urlModel = { source: 'url', documentUrl: fromAI('url') };
const address = {
	...urlModel,
	...guarded({ allowedDocumentAddresses: 'https://files.example.com/letters/*' }),
};

const ADDRESSES: Way[] = [
	['any without the guard', urlModel, { url: 'https://files.example.com/a' }, /no guard "Allowed Document/],
	['another host', address, { url: 'https://example.com/letters/a.pdf' }, OTHER_URL],
	['a subdomain', address, { url: 'https://a.files.example.com/letters/a.pdf' }, OTHER_URL],
	['another port', address, { url: 'https://files.example.com:8443/letters/a.pdf' }, OTHER_URL],
	['another folder', address, { url: 'https://files.example.com/letters/../a.pdf' }, OTHER_URL],
	['it encoded', address, { url: 'https://files.example.com/letters/%252e%252e/a.pdf' }, OTHER_URL],
	['this machine', address, { url: 'https://127.0.0.1/letters/a.pdf' }, OTHER_URL],
	['no encryption', address, { url: 'http://files.example.com/letters/a.pdf' }, /^"URL" .* isn't encrypted/],
	['a login', address, { url: 'https://files.example.com@example.com/letters/a.pdf' }, /^"URL"/],
	['a file', address, { url: 'file:///etc/passwd' }, /^"URL"/],
];

const MALFORMED_GUARD = /Allowed From|Allowed Existing Faxes|Max Age of Existing Fax|"Guards"/;

const withGuard = (name: string, value: NodeParameterValueType): Way => [
	`${name} is ${JSON.stringify(value)}`,
	{ from, ...existing, ...guarded({ allowedFrom: 'any', allowedExistingFaxes: 'any', [name]: value }) },
	{ from: SECOND, fax: seed.sentFaxId, guard: 'any', guards: {} },
	MALFORMED_GUARD,
];

const MALFORMED: Way[] = [
	...[
		'',
		' ',
		null,
		true,
		5,
		[],
		['any', ''],
		{},
		{ value: 'any' },
		'all',
		'*',
		'+*',
		'1555',
		'any, none',
	].map((value) => withGuard('allowedFrom', value as NodeParameterValueType)),
	...['={{ "any" }}', fromAI('guard'), '='].map((value) => withGuard('allowedFrom', value)),
	...['', null, true, 1, [], ['received', 'sent'], {}, 'inbox', 'received,sent'].map((value) =>
		withGuard('allowedExistingFaxes', value as NodeParameterValueType),
	),
	...['={{ "any" }}', fromAI('guard'), '='].map((value) => withGuard('allowedExistingFaxes', value)),
	...['', null, 0, -1, 1.5, 'many', [], {}, fromAI('guard', 'number'), '={{ 9999 }}'].map((value) =>
		withGuard('maxExistingFaxAge', value as NodeParameterValueType),
	),
	...['allowedfrom', 'allowFrom', 'Allowed From', 'allowedFaxes', 'maxAge'].map((name) =>
		withGuard(name, 'any'),
	),
];

describe('nothing is sent if a model chooses', () => {
	test.each(EXISTING)('an existing fax: %s', async (...way) => {
		await expectRefused(way);
	});

	test.each(FROM)('the sender: %s', async (...way) => {
		await expectRefused(way);
	});

	test.each(USER)('the account: %s', async (...way) => {
		await expectRefused(way);
	});

	test.each(NUMBERS)('the recipient: %s', async (...way) => {
		await expectRefused(way);
	});

	test.each(ADDRESSES)('the address of the document: %s', async (...way) => {
		await expectRefused(way);
	});

	test.each(MALFORMED)('and the guard %s', async (...way) => {
		await expectRefused(way);
	});

	test.each(['allowedFrom', 'allowedExistingFaxes', 'maxExistingFaxAge'])(
		'and the guard %s is outside of the guards',
		async (name) => {
			await expectRefused([
				'',
				{ ...existing, ...received, [name]: 'any' },
				{ fax: seed.faxId },
				/outside "Guards"/,
			]);
		},
	);

	test.each([
		{},
		[],
		{ id: seed.faxId },
		{ direction: 'incoming' },
		{ direction: 'incoming', start_time: null, last_update: asTime(0) },
		{ direction: 'incoming', start_time: 'yesterday' },
		{ direction: 'sideways', start_time: asTime(0) },
		{ direction: ['incoming'], start_time: asTime(0) },
		{ direction: null, start_time: asTime(0) },
		{ submit_time: asTime(0), start_time: asTime(0) },
		{ category: 'inbox', start_time: asTime(0) },
	])('an existing fax whose record is %j', async (record) => {
		const answer = { with: 200, text: JSON.stringify(record), contentType: 'application/json' };
		bench().simulator.fail({ operationId: 'getFax', times: 2, ...answer });
		await expectRefused(['', { ...existing, ...recent }, { fax: seed.faxId }, /^"Fax" is|expected record/]);
	});

	test.each([401, 403, 404, 429, 500])(
		'an existing fax whose record Fax.Plus refuses with %i',
		async (status) => {
			bench().simulator.fail({ operationId: 'getFax', times: 20, with: status });
			const { error } = await tool({ ...existing, ...received }, { fax: seed.faxId });
			expect(error).toBeDefined();
			expect(submissions()).toEqual([]);
		},
	);

	test('the operation of the tool', async () => {
		const groupIds = [...seed.groupIds];
		const ids = { groupId: groupIds[0], groupIds, memberIds: [seed.memberId] };
		const parameters = { resource: 'contactGroup', operation: fromAI('operation'), ...ids };
		bench().expectRefused(
			await tool(parameters, { operation: 'delete' }),
			/^"Operation" has an expression, but a tool needs a fixed value/,
		);
	});
});

describe('what the guards allow is sent', () => {
	test.each<[string, INodeParameters, Values]>([
		[
			'a fixed fax, sender and account',
			{ source: 'fax', faxId: locator(seed.sentFaxId), options: { userId: locator('self', 'list') } },
			{},
		],
		['any fax', { ...existing, ...guarded({ allowedExistingFaxes: 'any' }) }, { fax: 'old_sent' }],
		['a received fax', { ...existing, ...received }, { fax: 'old_received' }],
		['a recent one', { ...existing, ...recent }, { fax: seed.faxId }],
		['a sent fax', { ...existing, ...guarded({ allowedExistingFaxes: 'sent' }) }, { fax: seed.sentFaxId }],
		['no fax, with all faxes refused', guarded({ allowedExistingFaxes: 'none', maxExistingFaxAge: 1 }), {}],
		['an allowed sender', { from, ...own }, { from: seed.ownedNumber }],
		['it in another format', { from, ...own }, { from: '+1 (555) 010-0000' }],
		[
			'one of several',
			{ from, ...guarded({ allowedFrom: `${OTHER}, ${seed.ownedNumber}` }) },
			{ from: seed.ownedNumber },
		],
		['one with a prefix', { from, ...guarded({ allowedFrom: '+1555*' }) }, { from: seed.ownedNumber }],
		[
			'an extension',
			{ from, ...guarded({ allowedFrom: `${seed.ownedNumber}*12` }) },
			{ from: `${seed.ownedNumber}*12` },
		],
		['no number', { from, ...guarded({ allowedFrom: 'NO_NUMBER' }) }, { from: 'no_number' }],
		['any sender', { from, ...guarded({ allowedFrom: 'Any' }) }, { from: seed.ownedNumber }],
	])('%s', async (_what, parameters, values) => {
		expectSuccess(await tool(parameters, values));
		expect(sentTo()).toEqual([[NUMBER]]);
	});
});

describe('in a workflow without a model', () => {
	test('expressions need no guard', async () => {
		const parameters = { from: '={{ $json.from }}', source: 'fax', faxId: '={{ $json.fax }}' };
		const items = [{ json: { from: seed.ownedNumber, fax: seed.sentFaxId } }];
		expectSuccess(await send({ ...parameters, options: { userId: '={{ "self" }}' } }, { items }));
		expect(sentTo()).toEqual([[NUMBER]]);
	});

	test.each<[INodeParameters, RegExp]>([
		[{ from: SECOND, ...own }, OTHER_FROM],
		[{ source: 'fax', faxId: seed.sentFaxId, ...received }, NOT_RECEIVED],
		[{ source: 'fax', faxId: 'old_received', ...recent }, TOO_OLD],
	])('the guards apply as well', async (parameters, refusal) => {
		const { error } = await send(parameters);
		expect(error?.message).toMatch(refusal);
		expect(submissions()).toEqual([]);
	});

	test('all refusals of guards are shown at once', async () => {
		const guards = { allowedDestinations: NUMBER, allowedFrom: SECOND, allowedExistingFaxes: 'none' };
		const wrong = { to: OTHER, source: 'fax', faxId: seed.faxId, checkOnly: true };
		const [row] = jsonOf(expectSuccess(await send({ ...wrong, guards })).items);
		expect(row?.['refusals']).toEqual([
			expect.stringMatching(/^"To"/),
			expect.stringMatching(/^"From"/),
			expect.stringMatching(/^"Fax"/),
		]);
	});
});

/** All operations in which a model could choose another account. */
const OF_USERS = resources.flatMap(({ value: resource, operations }) =>
	operations
		.filter(({ userField }) => userField === userIdField)
		.map(({ value: operation }) => `${resource}: ${operation}`),
);

describe('other tools do nothing', () => {
	const run = async (parameters: INodeParameters, values: Values): Promise<NodeResult> =>
		await bench().run(parameters, { isTool: true, items: [{ json: values as never }] });

	test.each(OF_USERS)('if a model chooses the account of %s', async (name) => {
		const [operationCase] = operationsNamed(name);
		const options = { userId: locator(fromAI('user')) };
		const { resource = '', operation = '', parameters = {} } = operationCase ?? {};
		bench().expectRefused(await run({ resource, operation, ...parameters, options }, asMember), OPEN_USER);
	});

	test.each<[string, NodeParameterValueType, Values]>([
		['an address', fromAI('url'), { url: 'https://localhost/' }],
		['several', fromAI('url', 'json'), { url: ['https://localhost/', 'https://127.0.0.1/'] }],
		['a part of one', "=https://{{ $fromAI('url') }}/", { url: '169.254.169.254' }],
		['one of several', "=https://n8n.example.com/,{{ $fromAI('url') }}", { url: 'https://localhost/' }],
		['its own data', '={{ $json.url }}', { url: 'https://localhost/' }],
		['an entry of a list', [fromAI('url')], { url: 'https://localhost/' }],
	])('if a model chooses the expected URLs: %s', async (_what, expectedUrls, values) => {
		const parameters = { resource: 'webhookEndpoint', operation: 'check', options: { expectedUrls } };
		bench().expectRefused(
			await run(parameters, values),
			/^"Expected URLs" has an expression, but a tool needs a fixed value.*Ask a person/,
		);
	});
});

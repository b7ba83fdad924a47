import type { IDataObject, INodeParameters } from 'n8n-workflow';

import schema from '../../../nodes/FaxPlus/__schema__/v1.0.0/account/check.json';
import { seed, token, TOKEN_OPERATION, type Fax } from '../../../simulator';
import { serviceTime } from '../../../simulator/faxing/times';
import { contact } from '../../../simulator/makers';
import type { OutputSchema } from '../support/schemas';
import { ajv, declaredPaths, presentPaths } from '../support/schemas';

import { AUTHENTICATIONS, useBench } from '../support/bench';
import type { NodeCredentials, NodeResult, NodeRun } from '../support/execution';
import { expectSuccess, jsonOf } from '../support/execution';
import { pauses } from '../support/naps';
import { addEndpoint, addOutboxFax, clinic } from '../support/operationCases';
import { startRawServer } from '../support/rawServer';
import { setClocksRight } from '../support/time';

const bench = useBench();

beforeEach(setClocksRight);

async function run(
	credentials?: NodeCredentials,
	more: Partial<NodeRun> = {},
	options: INodeParameters = {},
): Promise<NodeResult> {
	const check = { resource: 'account', operation: 'check', options };
	return await bench().run(check, { ...(credentials && { credentials }), ...more });
}

/** The items of a run that has gone well. */
async function check(credentials?: NodeCredentials, options?: INodeParameters): Promise<IDataObject[]> {
	const { items } = expectSuccess(await run(credentials, {}, options));
	for (const { pairedItem } of items) expect(pairedItem).toEqual({ item: 0 });
	return jsonOf(items);
}

/** What was found of a subject; of several items the first. */
function on(items: readonly IDataObject[], subject: string): IDataObject | undefined {
	return items.find((item) => item['check'] === subject);
}

/** One of a row of faxes with dates that differ. */
function sentFax(at: number): Partial<Fax> {
	const [submitTime = null, startTime = '', lastUpdate = ''] = [-30, 0, 650].map((later) =>
		serviceTime(Date.UTC(2026, 0, 1) + (at * 100 + later) * 1000),
	);
	return { category: 'sent', submitTime, startTime, lastUpdate };
}

test.each([
	{ offsetHonoured: true, largestLimit: 60 },
	{ offsetHonoured: false, largestLimit: 40 },
])(
	'an account is asked at most forty times, by GET, for nothing twice, and a second apart: %j',
	async (more) => {
		const { simulator } = bench();
		Object.assign(simulator.settings, { largestContactPage: 20, listDate: 'submit_time', ...more });
		for (let at = 0; at < 60; at++) clinic(simulator).contacts.set(`c${at}`, contact({ id: `c${at}` }));
		for (let at = 0; at < 150; at++) simulator.addFax(sentFax(at));
		for (let at = 0; at < 3; at++)
			simulator.addFax({ ...sentFax(at * 3), category: 'inbox', submitTime: null });
		addOutboxFax(simulator, 'sending');
		Object.assign(clinic(simulator).outbox.get('sending') ?? {}, { status: 'sending' });
		const items = await check();
		expect(on(items, 'The rest')).toBeUndefined();
		const { requests } = simulator;
		expect(requests.length).toBeGreaterThan(30);
		expect(requests.length).toBeLessThanOrEqual(40);
		expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET']));
		const asked = requests.map(({ path, query, headers }) =>
			JSON.stringify([path, query, headers['accept']]),
		);
		expect(new Set(asked).size).toBe(asked.length);
		const total = pauses.reduce((sum, pause) => sum + pause, 0);
		expect(total).toBeGreaterThanOrEqual(1000 * (requests.length - 1));
	},
);

test.each(AUTHENTICATIONS)(
	'with %s its items are those of the schema, the report is in the last one, and all is well with the seeded account',
	async (authentication) => {
		const items = await check(await bench().credentials(authentication));
		const validate = ajv.compile(schema);
		for (const item of items) expect(validate(item) ? [] : validate.errors).toEqual([]);
		const present = new Set(items.flatMap((item) => presentPaths(item, schema as OutputSchema)));
		expect([...present].sort()).toEqual(declaredPaths(schema as OutputSchema).sort());
		expect(items.filter(({ report }) => report !== undefined)).toEqual(items.slice(-1));
		expect(items.filter(({ ok }) => ok === false)).toEqual([]);
		expect(items.length).toBeGreaterThan(25);
	},
);

test('one account is checked, however many items come in', async () => {
	const { items } = await run(undefined, { items: [{ json: {} }, { json: {} }, { json: {} }] });
	expect(items.filter(({ json }) => json['check'] === 'Plan')).toHaveLength(1);
});

test('what has to be put right comes first, and how the service works at last', async () => {
	bench().simulator.fail({ operationId: 'getAiCredits', times: 1, with: 403 });
	const items = await check(await bench().accessToken());
	const places = items.map(({ check: name, ok }) =>
		(name as string).startsWith('Service:') ? 3 : [false, null, true].indexOf(ok as boolean | null),
	);
	expect(places).toEqual([...places].sort());
	expect(new Set(places).size).toBeGreaterThan(2);
	const ofService = items.filter((_item, at) => places[at] === 3);
	for (const { whatToDo } of ofService)
		expect(whatToDo).toMatch(/^Nothing: this is for the authors of the node\.($| To tell them more: [A-Z])/);
});

describe('One item says so, and what to do, where', () => {
	async function onlyItem(credentials: NodeCredentials, options?: INodeParameters): Promise<IDataObject> {
		const [item, ...others] = await check(credentials, options);
		expect(others).toEqual([]);
		expect(item).toMatchObject({ check: 'Access token', ok: false });
		expect(item?.['report']).toContain('| Access token | no |');
		return item ?? {};
	}

	test.each<[string, () => Promise<NodeCredentials>, RegExp, RegExp]>([
		[
			'the token has no scopes',
			async () => await bench().limitedAccessToken([]),
			/has no scopes/,
			/^In Fax\.Plus, under Profile > Integrations .* create a token/,
		],
		...[{ expiresAt: 0 }, { isRevoked: true }].map(
			(values): [string, () => Promise<NodeCredentials>, RegExp, RegExp] => [
				`the token is void: ${JSON.stringify(values)}`,
				async () => await bench().accessToken(bench().simulator.addToken(seed.ownerId, values)),
				/expired, revoked.*\(unauthorized, HTTP 401\)$/,
				/^Enter a new access token in the credential/,
			],
		),
		[
			'the service is silent',
			async () => {
				bench().simulator.fail({ with: 'silence', times: 5 });
				return await bench().accessToken();
			},
			/did not answer in time/,
			/^Try again later, or raise "Timeout"/,
		],
	])('%s', async (_what, credentials, finding, whatToDo) => {
		const item = await onlyItem(await credentials(), { timeout: 1 });
		expect(item['finding']).toMatch(finding);
		expect(item['whatToDo']).toMatch(whatToDo);
		expect(bench().simulator.requests).toHaveLength(1);
	});

	test('OAuth2 is refused', async () => {
		const { simulator } = bench();
		const credentials = await bench().oAuth2();
		simulator.expireAccessTokens();
		simulator.fail({ operationId: TOKEN_OPERATION, times: 5, with: 400, error: 'invalid_grant' });
		const item = await onlyItem(credentials);
		expect(item['finding']).toMatch(/^The OAuth2 connection has lapsed/);
		expect(item['whatToDo']).toMatch(/^Open the credential and connect your account again/);
	});

	test.each([
		['a page', 200, '<html>Welcome</html>'],
		['other JSON', 200, '{"hello":"world"}'],
		['nothing there', 404, 'Not found'],
		['a login', 302, ''],
	])('something else answers at the Base URL: %s', async (_what, status, body) => {
		const headers = { 'content-type': 'text/html', location: '/login' };
		const server = await startRawServer({ status, headers, body });
		const item = await onlyItem(await bench().accessToken(seed.ownerToken, server.baseUrl));
		expect(item['whatToDo']).toMatch(/^Check the Base URL in the credential/);
		expect(server.requests).toHaveLength(1);
	});
});

describe('A reading that fails', () => {
	test('is a finding, and the others go on', async () => {
		const { simulator } = bench();
		simulator.fail({ operationId: 'getBalance', times: 1, with: 500 });
		simulator.fail({ operationId: 'listNumbers', times: 1, with: 'hang-up' });
		const items = await check();
		expect(on(items, 'Balance')).toMatchObject({
			ok: false,
			finding: expect.stringContaining('HTTP 500') as unknown,
			whatToDo: 'The service has a problem of its own. Try again later.',
		});
		expect(on(items, 'Number')).toMatchObject({ ok: false });
		expect(on(items, 'Plan')).toMatchObject({ ok: true });
		expect(items.at(-1)?.['check']).toMatch(/^Service: /);
	});

	test('for want of a scope names the scopes', async () => {
		const items = await check(await bench().limitedAccessToken(['fax:user:read']));
		expect(on(items, 'Balance')).toMatchObject({
			ok: null,
			whatToDo: 'A personal access token needs one of these scopes: fax:all:read, fax:shop:read.',
		});
		expect(on(items, 'Plan')).toMatchObject({ ok: true });
		const scopes = on(items, 'Scopes');
		expect(scopes).toMatchObject({ ok: null });
		expect(scopes?.['finding']).toContain('Fax: Send, Wait for Result');
		expect(scopes?.['finding']).not.toMatch(/Account|Access Token/);
		const paths = bench().simulator.requests.map(({ path, query }) => JSON.stringify([path, query]));
		expect(new Set(paths).size).toBe(paths.length);
	});

	test('by a refusal of so many requests ends the asking with one item about the rest', async () => {
		const { simulator } = bench();
		bench().onRequest('listNumbers', 1, () => {
			simulator.fail({ with: 429, times: 50 });
		});
		const items = await check();
		expect(on(items, 'The rest')).toMatchObject({ ok: false });
		expect(items.filter(({ ok }) => ok === false).length).toBeLessThanOrEqual(2);
		expect(simulator.requests.at(-1)?.operationId).toBe('listNumbers');
	});
});

describe('What a person has to put right', () => {
	test.each([
		[13.5, false, /^The token expires in 13 days\.$/],
		[1.5, false, /^The token expires in 1 day\.$/],
		[0.5, false, /^The token expires within a day\.$/],
		[20, true, /more than two weeks/],
	])('a token that ends in %i days', async (days, ok, finding) => {
		const expiresAt = Date.now() + days * 24 * 60 * 60 * 1000;
		const { simulator } = bench();
		const items = await check(await bench().accessToken(simulator.addToken(seed.ownerId, { expiresAt })));
		expect(on(items, 'Expiry')).toMatchObject({ ok, finding: expect.stringMatching(finding) as unknown });
	});

	test('numbers that cannot send', async () => {
		const { simulator } = bench();
		const { numbers } = clinic(simulator);
		for (const number of ['+15550100001', '+15550100002', '+15550100003'])
			simulator.addNumber(number, [number.endsWith('3') ? seed.memberId : seed.ownerId]);
		Object.assign(numbers.get('+15550100001') ?? {}, { status: 'waiting_verification' });
		Object.assign(numbers.get('+15550100002') ?? {}, { is_canceled: true });
		const found = (await check()).filter((item) => item['check'] === 'Number');
		expect(found.map(({ ok, finding }) => [ok, finding])).toEqual([
			[false, '+15550100001 is not active yet, so it cannot send.'],
			[false, '+15550100002 is cancelled.'],
			[null, '+15550100003 belongs to other members.'],
			[true, '+15550100000 can send.'],
		]);
	});

	test('an account without a number, credits and webhooks', async () => {
		const account = clinic(bench().simulator);
		account.ownedNumbers = [];
		account.credits.credits_remaining = 0;
		account.webhooksEnabled = false;
		const items = await check();
		for (const subject of ['Number', 'AI credits', 'Webhooks'])
			expect(on(items, subject)).toMatchObject({ ok: false });
		expect(on(items, 'Webhooks')?.['whatToDo']).toMatch(
			/^Webhooks are not enabled: turn them on in Fax\.Plus/,
		);
	});

	test('endpoints, as Webhook Endpoint: Check finds them', async () => {
		addEndpoint(bench().simulator, 'ep_deaf', 'https://127.0.0.1:9/fax');
		expect(on(await check(), 'Webhook endpoint')).toMatchObject({
			ok: null,
			finding: 'Nobody knows who takes deliveries at https://127.0.0.1:9/fax',
			whatToDo: expect.stringContaining('no answer from the address (connection refused)') as unknown,
		});
	});

	test('what only administrators may do', async () => {
		const items = await check(await bench().accessToken(seed.memberToken));
		expect(on(items, 'Administrator')).toMatchObject({
			whatToDo: expect.stringMatching(/Member: .*Invite/) as unknown,
		});
		expect(on(items, 'Service: administrators among the members')).toMatchObject({ ok: null });
	});
});

test('The report holds none of two hundred marked values of an account', async () => {
	const marks: string[] = [];
	const text = (): string => marked(`zq${marks.length}marked`);
	const number = (): string => marked(`+1${7_310_000_000 + marks.length * 7_919}`);
	const marked = (mark: string): string => {
		marks.push(mark);
		return mark;
	};
	const { simulator } = bench();
	const account = clinic(simulator);
	account.ownedNumbers = [number(), number()];
	for (const entries of [account.faxes, account.outbox, account.contacts, account.groups]) entries.clear();
	for (const user of simulator.state.users.values())
		Object.assign(user, { name: text(), lastname: text(), email: `${text()}@example.com`, role: text() });
	for (let at = 0; at < 18; at++) {
		const category = at % 2 === 0 ? 'sent' : 'inbox';
		simulator.addFax({ id: text(), category, from: number(), to: number(), comment: text() });
		const group = text();
		account.groups.set(group, { id: group, name: `${text()} two`, sharedWith: new Set() });
		const person = { id: text(), name: text(), fax_number: number(), email: text(), notes: text() };
		account.contacts.set(person.id, contact({ ...person, groups: [group] }));
	}
	addEndpoint(simulator, `ep_${text()}`, `https://127.0.0.1:9/${text()}`);
	account.balance = { amount: 4_711_815, currency: marked('ZQM') };
	marks.push('4711815');
	account.credits.credits_remaining = 8_150_471;
	marks.push('8150471');
	account.customFields.clear();
	account.planType = 'enterprise';
	const marking = token(text(), seed.ownerId, { name: text() });
	simulator.state.tokens.set(marking.value, marking);
	simulator.fail({ operationId: 'listCountries', times: 1, with: 400, error: text(), description: text() });
	simulator.settings.contactGroups = 'names';
	expect(marks.length).toBeGreaterThanOrEqual(200);

	const items = await check(await bench().accessToken(marking.value));
	const report = items.at(-1)?.['report'] as string;
	const lower = report.toLowerCase();
	expect(marks.filter((mark) => lower.includes(mark.toLowerCase()))).toEqual([]);
	expect(report).not.toMatch(/marked|\d{7}|https?:|@/i);
	expect(report).toContain('+1… (11 digits) can send');
	// They are there for the person.
	expect(JSON.stringify(items)).toContain(account.ownedNumbers[0]);
});

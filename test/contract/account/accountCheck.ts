import type { IDataObject, INodeParameters } from 'n8n-workflow';

import manifest from '../../../package.json';
import { seed, TOKEN_OPERATION } from '../../../tools/simulator';
import { expectDeclared } from '../support/schemas';

import { AUTHENTICATIONS, useBench } from '../support/bench';
import type { NodeCredentials, NodeResult, NodeRun } from '../support/execution';
import { expectSuccess, jsonOf } from '../support/execution';
import { addEndpoint, clinic } from '../support/operationCases';
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

/** Runs the check successfully and returns its items. */
async function check(credentials?: NodeCredentials, options?: INodeParameters): Promise<IDataObject[]> {
	const { items } = expectSuccess(await run(credentials, {}, options));
	for (const { pairedItem } of items) expect(pairedItem).toEqual({ item: 0 });
	return jsonOf(items);
}

/** Returns the check's finding about a subject, or the first one if there are several. */
function on(items: readonly IDataObject[], subject: string): IDataObject | undefined {
	return items.find((item) => item['check'] === subject);
}

test.each(AUTHENTICATIONS)(
	'with %s the items match the schema, the seeded account shows no problem, and the check sends a dozen reads',
	async (authentication) => {
		const items = await check(await bench().credentials(authentication));
		for (const item of items) expectDeclared('FaxPlus/__schema__/v1.0.0/account/check.json', item);
		expect(items.filter(({ ok }) => ok === false)).toEqual([]);
		expect(new Set(items.map((item) => item['check'])).size).toBe(12);
		expect(on(items, 'Package')?.['finding']).toContain(`n8n-nodes-faxplus ${manifest.version}`);
		const { requests } = bench().simulator;
		expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET']));
		expect(requests.length).toBeLessThanOrEqual(15);
	},
);

test.each([
	['2027-01-01T00:00:00Z', /\b12\. .*at 2027-01-01T00:00:00Z\.$/],
	[null, /\b12\.$/],
])('AI credits are shown with the time of their reload, if there is one: %j', async (reload, finding) => {
	Object.assign(clinic(bench().simulator).credits, { credits_remaining: 12, reload_at: reload });
	expect(on(await check(), 'AI credits')?.['finding']).toMatch(finding);
});

test('checks one account, however many items come in, and no item seems to return nothing', async () => {
	const { items, hints } = await run(undefined, { items: [{ json: {} }, { json: {} }, { json: {} }] });
	expect(hints).toEqual([]);
	expect(items.filter(({ json }) => json['check'] === 'Plan')).toHaveLength(1);
});

test('what needs fixing comes first, then what needs judging, and nothing is for the authors', async () => {
	bench().simulator.fail({ operationId: 'getAiCredits', times: 1, with: 500 });
	const items = await check(await bench().limitedAccessToken(['fax:all:read']));
	const places = items.map(({ ok }) => [false, null, true].indexOf(ok as boolean | null));
	expect(places).toEqual([...places].sort());
	expect(new Set(places)).toEqual(new Set([0, 1, 2]));
	expect(items.filter(({ whatToDo }) => /issues/.test(whatToDo as string))).toEqual([]);
});

test('names a list that contradicts the assumptions, with where to report it', async () => {
	const { simulator } = bench();
	simulator.settings.maxPageSize = 3;
	expect(on(await check(), 'Faxes')).toMatchObject({
		ok: null,
		finding: 'The list of faxes (inbox) continues after a page of 3.',
		whatToDo: expect.stringMatching(/Report this sentence, .*\/issues$/) as unknown,
	});
});

describe('One item says so, and what to do, when', () => {
	async function onlyItem(credentials: NodeCredentials, options?: INodeParameters): Promise<IDataObject> {
		const [item, ...others] = await check(credentials, options);
		expect(others).toEqual([]);
		expect(item).toMatchObject({ check: 'Access token', ok: false });
		return item ?? {};
	}

	test.each<[string, () => Promise<NodeCredentials>, RegExp, RegExp]>([
		[
			'the token has no scopes',
			async () => await bench().limitedAccessToken([]),
			/has no scopes/,
			/^In Fax\.Plus, open Profile > Integrations .* Create a token/i,
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
			"Fax.Plus doesn't answer",
			async () => {
				bench().simulator.fail({ with: 'silence', times: 5 });
				return await bench().accessToken();
			},
			/^No response from Fax\.Plus in time/,
			/^Try again later, or raise "Timeout \(Seconds\)"/,
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
		expect(item['finding']).toMatch(/^The OAuth2 connection expired/);
		expect(item['whatToDo']).toMatch(/^Open the credential and connect your account again/);
	});

	test.each([
		['a web page', 200, '<html>Welcome</html>'],
		['other JSON', 200, '{"hello":"world"}'],
		['nothing', 404, 'Not found'],
		['a login page', 302, ''],
	])('something else answers at the Base URL: %s', async (_what, status, body) => {
		const headers = { 'content-type': 'text/html', location: '/login' };
		const server = await startRawServer({ status, headers, body });
		const item = await onlyItem(await bench().accessToken(seed.ownerToken, server.baseUrl));
		expect(item['whatToDo']).toMatch(/^Check "Base URL" in the credential/);
		expect(server.requests).toHaveLength(1);
	});

	test.each([
		[400, { error: 'bad_request', description: 'No' }, /Report this sentence/],
		[400, { message: 'No' }, /^Check "Base URL"/],
		[403, { message: 'Forbidden' }, /^Check "Base URL"/],
		[
			403,
			{ error: 'forbidden', description: 'No' },
			/^The account of the credential isn't allowed to do this/,
		],
	])('the first request is refused with %i and %j', async (status, body, advice) => {
		const headers = { 'content-type': 'application/json' };
		const server = await startRawServer({ status, headers, body: JSON.stringify(body) });
		const { items } = expectSuccess(await run(await bench().accessToken(seed.ownerToken, server.baseUrl)));
		expect(items).toHaveLength(1);
		expect(items[0]?.json['whatToDo']).toMatch(advice);
		expect(items[0]?.json['whatToDo']).not.toContain('fields');
	});
});

describe('A failing request', () => {
	test('is one result, and the others follow', async () => {
		const { simulator } = bench();
		simulator.fail({ operationId: 'getBalance', times: 1, with: 500 });
		simulator.fail({ operationId: 'listNumbers', times: 1, with: 'hang-up' });
		const items = await check();
		expect(on(items, 'Balance')).toMatchObject({
			ok: false,
			finding: expect.stringContaining('HTTP 500') as unknown,
			whatToDo: 'Fax.Plus itself has a problem. Try again later.',
		});
		expect(on(items, 'Number')).toMatchObject({ ok: false });
		expect(on(items, 'Plan')).toMatchObject({ ok: true });
		expect(on(items, 'Faxes')).toMatchObject({ ok: true });
	});

	test('names the scopes if one is missing', async () => {
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
	});
});

describe('Problems that a person needs to fix', () => {
	test.each([
		[13.5, false, /^The token expires in 13 days\.$/],
		[1.5, false, /^The token expires in 1 day\.$/],
		[0.5, false, /^The token expires within a day\.$/],
		[20, true, /more than two weeks/],
	])('a token that expires in %i days', async (days, ok, finding) => {
		const expiresAt = Date.now() + days * 24 * 60 * 60 * 1000;
		const { simulator } = bench();
		const items = await check(await bench().accessToken(simulator.addToken(seed.ownerId, { expiresAt })));
		expect(on(items, 'Expiry')).toMatchObject({ ok, finding: expect.stringMatching(finding) as unknown });
	});

	test("numbers that can't send", async () => {
		const { simulator } = bench();
		const { numbers } = clinic(simulator);
		for (const number of ['+15550100001', '+15550100002', '+15550100003'])
			simulator.addNumber(number, [number.endsWith('3') ? seed.memberId : seed.ownerId]);
		Object.assign(numbers.get('+15550100001') ?? {}, { status: 'waiting_verification' });
		Object.assign(numbers.get('+15550100002') ?? {}, { is_canceled: true });
		const found = (await check()).filter((item) => item['check'] === 'Number');
		expect(found.map(({ ok, finding }) => [ok, finding])).toEqual([
			[false, "+15550100001 isn't active yet, so it can't send faxes."],
			[false, '+15550100002 is canceled.'],
			[null, '+15550100003 is assigned to other members.'],
			[true, '+15550100000 can send.'],
		]);
	});

	test('an account without a number, credits and webhooks', async () => {
		const account = clinic(bench().simulator);
		account.ownedNumbers = [];
		account.credits.credits_remaining = 0;
		account.webhooksEnabled = false;
		const items = await check();
		for (const subject of ['Number', 'AI credits', 'Webhook endpoint'])
			expect(on(items, subject)).toMatchObject({ ok: false });
		expect(on(items, 'Webhook endpoint')?.['whatToDo']).toMatch(/^Turn webhooks on in Fax\.Plus/);
	});

	test('endpoints, as Webhook Endpoint: Check reports them', async () => {
		addEndpoint(bench().simulator, 'ep_deaf', 'https://127.0.0.1:9/fax');
		expect(on(await check(), 'Webhook endpoint')).toMatchObject({
			ok: null,
			finding: "It's unknown what listens at https://127.0.0.1:9/fax",
			whatToDo: expect.stringContaining('no response from the address (connection refused)') as unknown,
		});
	});
});

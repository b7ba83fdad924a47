import axios, { type AxiosBasicCredentials } from 'axios';
import { seed, startSimulator } from '../../tools/simulator';
import { ApiError } from '../../tools/simulator/apiError';
import { getBalance } from '../../tools/simulator/operations/shop';
import { description } from '../../tools/simulator/openapi';
import { accountOf } from '../../tools/simulator/state';
import { faxingBench } from '../support/faxingBench';
import { apiClient, refusalIn } from '../support/simulatorClient';

const bench = faxingBench();

const PURCHASE = '/shop/numbers/purchase';
const numbers = (query: string): string => `/shop/numbers/countries/US/areas/212/numbers${query}`;

it.each<[string, number, [method: string, url: string, data?: unknown, headers?: object]]>([
	['an unknown path', 404, ['GET', '/faxes']],
	["a path that isn't a URL", 400, ['GET', '/accounts/%zz/plan']],
	['an unknown method', 405, ['PUT', '/webhooks', {}]],
	['an unknown query parameter', 400, ['GET', '/auth/token?verbose=1']],
	['a query parameter given twice', 400, ['GET', numbers('?contains=1&contains=2')]],
	['an unknown value of a query parameter', 400, ['GET', numbers('?channel=best')]],
	['an unknown body field', 400, ['POST', PURCHASE, { item_id: 'x', count: 2 }]],
	['an invalid type', 400, ['POST', PURCHASE, { item_id: 7 }]],
	["a body that isn't JSON", 400, ['POST', PURCHASE, '{', { 'content-type': 'application/json' }]],
	['a body of another type', 400, ['POST', PURCHASE, '{}', { 'content-type': 'text/plain' }]],
	['no body', 400, ['POST', PURCHASE]],
	['an unexpected body', 400, ['DELETE', '/webhooks/ep_1', { force: true }]],
	['an answer of any type', 400, ['GET', '/shop/balance', undefined, { accept: '*/*' }]],
	['a body that is too large', 413, ['POST', '/webhooks', { url: 'x'.repeat(2_000_000) }]],
])('The simulator refuses %s: %i', async (_case, status, [method, url, data, headers = {}]) => {
	const answer = await bench().owner.request({ method, url, data, headers: { ...headers } });
	expect(answer.status).toBe(status);
	const text = expect.any(String) as string;
	expect(answer.data).toEqual({ error: text, description: text });
});

it("The simulator answers 500 when its answer doesn't match the description, and records it", async () => {
	const other = await startSimulator();
	accountOf(other.state, seed.ownerId).planType = 'gold';
	const replaced = jest.spyOn(getBalance, 'carryOut').mockImplementation(() => {
		throw Object.assign(new ApiError(400, 'bad_request', 'x'), { code: 7 });
	});
	for (const path of ['/accounts/self/plan', '/shop/balance'])
		expect((await apiClient(other).get(path)).status).toBe(500);
	replaced.mockRestore();
	expect(other.violations).toEqual(
		['getUserPlan', 'getBalance'].map((name) => expect.stringContaining(name) as string),
	);
	await other.stop();
});

describe('The simulator may be used', () => {
	/** Each operation, with a path that leads to it. */
	const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, { operationId: name, 'x-scopes': scopes }]) => {
			const url = path.replace('{user_id}', 'self').replace(/\{\w+\}/g, 'some');
			return { method, url, name, scopes };
		}),
	);

	type Credentials = [accessToken: string | null, clientId?: string];
	type Operation = Pick<(typeof operations)[number], 'method' | 'url'>;
	const call = async (operation: Operation, ...credentials: Credentials) =>
		await apiClient(bench().simulator, ...credentials).request<{ error?: string }>(operation);
	const withScopes = (...scopes: string[]) => bench().simulator.addToken(seed.ownerId, { scopes });
	const oAuthToken = () =>
		bench().simulator.addToken(seed.ownerId, { type: 'oauth', scopes: ['all'], clientId: seed.clientId });

	it.each(operations)('for $name with any of its scopes, or with an OAuth token', async (operation) => {
		const { scopes, name } = operation;
		expect(scopes.length === 0).toBe(name === 'getToken');
		const open: Credentials[] = scopes.map((scope) => [withScopes(scope)]);
		for (const credentials of [...open, [oAuthToken(), seed.clientId] as Credentials])
			expect([401, 403, 500]).not.toContain((await call(operation, ...credentials)).status);
		const others = ['fax:file:read', 'fax:numbers:edit', 'fax:ai:edit', 'fax:shop:edit', 'all'];
		const refused = await call(operation, withScopes(...others.filter((scope) => !scopes.includes(scope))));
		if (scopes.length > 0) expect(refusalIn(refused)).toEqual([403, 'forbidden']);
	});

	it.each<[string, [number, string], () => Credentials]>([
		['no token', [401, 'unauthorized'], () => [null]],
		['an unknown token', [401, 'unauthorized'], () => ['alohi_pat_unknown']],
		['a client ID and a personal token', [400, 'bad_request'], () => [seed.ownerToken, seed.clientId]],
		['only an OAuth token', [400, 'bad_request'], () => [oAuthToken()]],
		['an OAuth token and another client ID', [400, 'bad_request'], () => [oAuthToken(), 'APIK-another']],
	])('by nobody with %s', async (_case, refusal, credentials) => {
		expect(refusalIn(await call({ method: 'GET', url: '/auth/token' }, ...credentials()))).toEqual(refusal);
	});

	it.each([
		[seed.memberId, seed.ownerToken, 200],
		[seed.otherOwnerId, seed.ownerToken, 400],
		[seed.memberId, seed.memberToken, 200],
		[seed.ownerId, seed.memberToken, 400],
	])('for the user %s with token %s: %i', async (userId, accessToken, status) => {
		expect((await call({ method: 'GET', url: `/accounts/${userId}/plan` }, accessToken)).status).toBe(status);
	});

	it('for nothing from another account', async () => {
		const other = apiClient(bench().simulator, seed.otherToken);
		expect((await other.get(`/accounts/self/thumbnail/${seed.faxId}`)).status).toBe(400);
		expect((await other.delete(`/accounts/self/contact-groups/${seed.groupIds[0]}`)).status).toBe(400);
	});
});

describe('The authorization server of the simulator', () => {
	const client: AxiosBasicCredentials = { username: seed.clientId, password: seed.clientSecret };
	const redirect_uri = 'http://localhost:5678/rest/oauth2-credential/callback';
	const asked = { response_type: 'code', client_id: seed.clientId, redirect_uri };
	const params = { ...asked, scope: 'all', state: 'a&b' };
	const validateStatus = () => true;
	const at = (path: string): string => `${bench().simulator.authUrl}/${path}`;

	/** Allows what the consent page requests, and returns the response to the redeemed code. */
	async function allowed() {
		const form = new URLSearchParams({ ...params, decision: 'allow' });
		const { headers } = await axios.post(at('login'), form, { maxRedirects: 0, validateStatus });
		const { origin, pathname, searchParams } = new URL(String(headers['location']));
		expect([origin + pathname, searchParams.get('state')]).toEqual([redirect_uri, 'a&b']);
		return { grant_type: 'authorization_code', code: searchParams.get('code') ?? '', redirect_uri };
	}

	const ask = async (parameters: Record<string, string>, auth = client) =>
		await axios.post<Record<string, string>>(at('token'), new URLSearchParams(parameters), {
			auth,
			validateStatus,
		});

	it('accepts each code and each refresh token once', async () => {
		const redemption = await allowed();
		const { data } = await ask(redemption);
		expect((await ask(redemption)).data['error']).toBe('invalid_grant');
		const refresh = { grant_type: 'refresh_token', refresh_token: data['refresh_token'] ?? '' };
		const renewed = (await ask(refresh)).data['access_token'] ?? '';
		expect((await apiClient(bench().simulator, renewed, seed.clientId).get('/auth/token')).status).toBe(200);
		expect((await ask(refresh)).data['error']).toBe('invalid_grant');
	});

	it.each([
		['response_type', 'token'],
		['client_id', '<script>'],
		['redirect_uri', 'nowhere'],
		['scope', 'fax:all:read'],
	])('shows no consent page when %s is %s', async (name, value) => {
		const options = { params: { ...params, [name]: value }, validateStatus };
		const { status, data } = await axios.get<string>(at('login'), options);
		expect([status, data.includes(name), data.includes('<')]).toEqual([400, true, false]);
	});

	const wrongClients = [{ username: 'APIK-unknown' }, { password: 'wrong' }, { password: '' }];

	it.each(wrongClients)('refuses a client with %j', async (wrong) => {
		const { status, data } = await ask(await allowed(), { ...client, ...wrong });
		expect([status, data['error']]).toEqual([401, 'invalid_client']);
	});
});

import { seed } from '../../simulator';
import { description } from '../../simulator/openapi';
import { faxingBench } from '../support/faxingBench';
import { apiClient, refusalIn } from '../support/simulatorClient';

const bench = faxingBench();

/** Every operation with a path that leads to it. */
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
	Object.entries(methods).map(([method, { operationId: name, 'x-scopes': scopes }]) => {
		const url = path.replace('{user_id}', 'self').replace(/\{\w+\}/g, 'some');
		return { method, url, name, scopes };
	}),
);
const scoped = operations.filter(({ scopes }) => scopes.length > 0);

type Operation = Pick<(typeof operations)[number], 'method' | 'url'>;

const call = async ({ method, url }: Operation, accessToken: string | null, clientId?: string) =>
	await apiClient(bench().simulator, accessToken, clientId).request<{ error?: string; description: string }>({
		method,
		url,
	});
const withScopes = (...scopes: string[]) => bench().simulator.addToken(seed.ownerId, scopes);
const oAuthToken = () =>
	bench().simulator.addToken(seed.ownerId, ['all'], { type: 'oauth', clientId: seed.clientId });

describe('Who may call the simulator', () => {
	it('is told for all operations of the specification', () => {
		expect(operations).toHaveLength(48);
		expect(operations.filter(({ scopes }) => scopes.length === 0).map(({ name }) => name)).toEqual([
			'getToken',
		]);
	});

	it.each(scoped)('$name: a token with any of its scopes, and one of OAuth', async (operation) => {
		const { scopes } = operation;
		const open = [
			...scopes.map((scope) => [withScopes(scope)] as const),
			[oAuthToken(), seed.clientId] as const,
		];
		for (const [accessToken, clientId] of open) {
			expect([401, 403, 500]).not.toContain((await call(operation, accessToken, clientId)).status);
		}
		const others = ['file', 'numbers', 'ai', 'shop']
			.flatMap((area) => [`fax:${area}:read`, `fax:${area}:edit`])
			.filter((scope) => !scopes.includes(scope));
		for (const accessToken of [withScopes('all'), withScopes(...others)]) {
			const refused = await call(operation, accessToken);
			expect(refusalIn(refused)).toEqual([403, 'forbidden']);
			for (const scope of scopes) expect(refused.data.description).toContain(scope);
		}
	});

	it.each<[string, [number, string], () => [accessToken: string | null, clientId?: string]]>([
		['no token', [401, 'unauthorized'], () => [null]],
		['an unknown token', [401, 'unauthorized'], () => ['alohi_pat_unknown']],
		['a client ID beside a personal token', [400, 'bad_request'], () => [seed.ownerToken, seed.clientId]],
		['a token of OAuth alone', [400, 'bad_request'], () => [oAuthToken()]],
		['a token of OAuth and another client ID', [400, 'bad_request'], () => [oAuthToken(), 'APIK-another']],
	])('is not who has %s', async (_case, refusal, credentials) => {
		expect(refusalIn(await call({ method: 'GET', url: '/auth/token' }, ...credentials()))).toEqual(refusal);
	});

	it.each([
		['self', seed.ownerToken, 200],
		[seed.ownerId, seed.ownerToken, 200],
		[seed.memberId, seed.ownerToken, 200],
		[seed.otherOwnerId, seed.ownerToken, 400],
		['u_nobody', seed.ownerToken, 400],
		[seed.memberId, seed.memberToken, 200],
		[seed.ownerId, seed.memberToken, 400],
	])('for the user %s with token %s: %i', async (userId, accessToken, status) => {
		const answer = await call({ method: 'GET', url: `/accounts/${userId}/plan` }, accessToken);
		expect(refusalIn(answer)).toEqual([status, status === 200 ? undefined : 'invalid_user_id']);
	});

	it('is nobody of another account', async () => {
		const other = apiClient(bench().simulator, seed.otherToken);
		expect((await other.get(`/accounts/self/thumbnail/${seed.faxId}`)).status).toBe(400);
		expect((await other.delete(`/accounts/self/contact-groups/${seed.groupIds[0]}`)).status).toBe(400);
		expect((await other.get('/shop/balance')).data).toEqual({ amount: 0, currency: 'USD' });
	});
});

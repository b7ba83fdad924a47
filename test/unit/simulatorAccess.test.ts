import type { AxiosResponse } from 'axios';
import { seed, startSimulator, type Simulator } from '../../simulator';
import { apiClient, refusalIn } from '../support/simulatorClient';
import { description } from '../../simulator/openapi';

/** Every operation with a path that leads to it. */
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
	Object.entries(methods).map(([method, operation]) => ({
		method,
		url: path.replace('{user_id}', 'self').replace(/\{\w+\}/g, 'some'),
		operation,
		name: operation.operationId,
	})),
);
const scoped = operations.filter(({ operation }) => operation['x-scopes'].length > 0);

describe('Who may call the simulator', () => {
	let simulator: Simulator;

	beforeAll(async () => {
		simulator = await startSimulator();
	});
	beforeEach(() => {
		simulator.reset();
	});
	afterAll(async () => {
		await simulator.stop();
		expect(simulator.violations).toEqual([]);
	});

	function call(
		{ method, url }: { method: string; url: string },
		...[accessToken, clientId]: [accessToken?: string | null, clientId?: string]
	): Promise<AxiosResponse<{ error?: string; description?: string }>> {
		return apiClient(simulator, accessToken, clientId).request({ method, url });
	}

	it('knows all operations of the specification', () => {
		expect(operations).toHaveLength(48);
		expect(operations.filter((each) => !scoped.includes(each)).map(({ name }) => name)).toEqual(['getToken']);
	});

	describe.each(operations)('$name', (operation) => {
		it.each([
			['no token', null],
			['an unknown token', 'alohi_pat_unknown'],
		])('is refused with %s', async (_case, accessToken) => {
			const { status, data } = await call(operation, accessToken);

			expect(status).toBe(401);
			expect(data).toEqual({ error: 'unauthorized', description: expect.any(String) as string });
		});

		it('takes no client ID beside a personal access token', async () => {
			const answer = await call(operation, seed.ownerToken, seed.clientId);

			expect(refusalIn(answer)).toEqual([400, 'bad_request']);
			expect(answer.data.description).toContain('x-fax-clientid must not');
		});

		it.each([undefined, 'APIK-another'])(
			'needs the client ID of an OAuth token, not %s',
			async (clientId) => {
				const answer = await call(operation, addOAuthToken(simulator), clientId);

				expect(refusalIn(answer)).toEqual([400, 'bad_request']);
				expect(answer.data.description).toContain('x-fax-clientid is missing');
			},
		);

		it('is open to OAuth tokens', async () => {
			const { status } = await call(operation, addOAuthToken(simulator), seed.clientId);
			expect([401, 403, 500]).not.toContain(status);
		});
	});

	describe.each(scoped)('$name', (operation) => {
		const scopes = operation.operation['x-scopes'];

		it('names the scopes of which a token has none', async () => {
			const others = ['file', 'numbers', 'ai', 'shop']
				.flatMap((area) => [`fax:${area}:read`, `fax:${area}:edit`])
				.filter((scope) => !scopes.includes(scope));
			const answer = await call(operation, simulator.addToken(seed.ownerId, others));

			expect(refusalIn(answer)).toEqual([403, 'forbidden']);
			for (const scope of scopes) expect(answer.data.description).toContain(scope);
		});

		it.each(scopes)('is open to tokens with %s alone', async (scope) => {
			const { status } = await call(operation, simulator.addToken(seed.ownerId, [scope]));
			expect([401, 403, 500]).not.toContain(status);
		});
	});

	it.each(scoped)('keeps $name from a personal access token with the scope of OAuth', async (operation) => {
		const answer = await call(operation, simulator.addToken(seed.ownerId, ['all']));
		expect(refusalIn(answer)).toEqual([403, 'forbidden']);
	});

	it.each([
		['self', seed.ownerToken, 200],
		[seed.ownerId, seed.ownerToken, 200],
		[seed.memberId, seed.ownerToken, 200],
		[seed.otherOwnerId, seed.ownerToken, 400],
		['u_nobody', seed.ownerToken, 400],
		[seed.memberId, seed.memberToken, 200],
		[seed.ownerId, seed.memberToken, 400],
	])('answers for the user %s with token %s: %i', async (userId, accessToken, status) => {
		const answer = await apiClient(simulator, accessToken).get<{ error?: string }>(
			`/accounts/${userId}/plan`,
		);
		expect(refusalIn(answer)).toEqual([status, status === 200 ? undefined : 'invalid_user_id']);
	});

	it('keeps accounts apart', async () => {
		const other = apiClient(simulator, seed.otherToken);

		expect((await other.get(`/accounts/self/thumbnail/${seed.faxId}`)).status).toBe(400);
		expect((await other.delete(`/accounts/self/contact-groups/${seed.groupIds[0]}`)).status).toBe(400);
		expect((await other.get('/shop/balance')).data).toEqual({ amount: 0, currency: 'USD' });
	});
});

function addOAuthToken(simulator: Simulator): string {
	return simulator.addToken(seed.ownerId, ['all'], { type: 'oauth', clientId: seed.clientId });
}

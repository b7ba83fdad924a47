import { BROKEN_BODIES, seed, type Failure } from '../../simulator';
import { AUTHENTICATIONS, useBench, type Authentication } from './support/bench';
import { jsonOf } from './support/execution';
import { pauses } from './support/naps';
import type { OperationCase } from './support/operationCases';
import { operations, operationsNamed, parametersOf } from './support/operationCases';
import { requestsForItem } from './support/refusals';
import { startRawServer } from './support/rawServer';

const bench = useBench();

beforeEach(() => {
	pauses.length = 0;
});

const getBalance = { resource: 'shop', operation: 'getBalance' };

/** How many requests that an operation is about have reached the service. */
function requestsOf({ operationId }: OperationCase): number {
	return bench().simulator.requests.filter((request) => request.operationId === operationId).length;
}

/** Runs a read whose request meets a failure, and expects what comes out as if there had been none. */
async function expectDespite(operationCase: OperationCase, failure: Failure, authentication: Authentication) {
	const { simulator } = bench();
	operationCase.prepare?.(simulator);
	simulator.fail({ operationId: operationCase.operationId, ...failure });
	const { items, error } = await bench().run(parametersOf(operationCase, authentication));
	expect(error).toBeUndefined();
	expect(jsonOf(items)).toEqual(operationCase.output(simulator, authentication));
	expect(requestsOf(operationCase)).toBe(failure.times + requestsForItem(operationCase));
}

test.each(operations.filter(({ kind }) => kind !== 'write'))(
	'$name meets two 503 and then works',
	async (operationCase) => {
		await expectDespite(operationCase, { times: 2, with: 503 }, 'accessToken');
	},
);

/** What becomes of a request is one place's doing, so that three operations stand for the rest. */
const representatives = operationsNamed('shop: getBalance', 'fax: getAll', 'fax: getThumbnail');

describe.each(representatives)('$name, for the other reads,', (operationCase) => {
	test.each(AUTHENTICATIONS)('meets a broken connection and then works, with %s', async (authentication) => {
		await expectDespite(operationCase, { times: 1, with: 'hang-up' }, authentication);
	});

	test.each(BROKEN_BODIES)('meets an answer that breaks off and then works: %s', async (body) => {
		await expectDespite(operationCase, { times: 2, with: body }, 'accessToken');
	});
});

describe('a read that fails', () => {
	test.each([429, 502, 503, 504, 'hang-up'] as const)(
		'with %s is tried three times more, with growing pauses, and then given up',
		async (failure) => {
			const { simulator } = bench();
			simulator.fail({ times: 10, with: failure });
			const { error } = await bench().run(getBalance);
			expect(simulator.requests).toHaveLength(4);
			expect(error?.name).toBe('NodeApiError');
			expect(pauses).toHaveLength(3);
			const [first = 0, second = 0, third = 0] = pauses;
			expect(first).toBeGreaterThan(0);
			expect(second).toBeGreaterThan(first);
			expect(third).toBeGreaterThan(second);
		},
	);

	test.each([400, 403, 404, 409, 500, 501])('with %i is not tried again', async (status) => {
		const { simulator } = bench();
		simulator.fail({ times: 1, with: status });
		const { error } = await bench().run(getBalance);
		expect(error?.message).toContain(`HTTP ${status}`);
		expect(simulator.requests).toHaveLength(1);
		expect(pauses).toEqual([]);
	});

	test('waits as long as Retry-After asks', async () => {
		const { simulator } = bench();
		simulator.fail({ times: 1, with: 429, retryAfter: '7' });
		simulator.fail({ times: 1, with: 503, retryAfter: '60' });
		const { error } = await bench().run(getBalance);
		expect(error).toBeUndefined();
		expect(pauses).toEqual([7_000, 60_000]);
	});

	test('gives up at once when Retry-After asks for more than a minute', async () => {
		const { simulator } = bench();
		simulator.fail({ times: 1, with: 429, retryAfter: '61' });
		const { error } = await bench().run(getBalance);
		expect(error?.message).toContain('HTTP 429');
		expect(simulator.requests).toHaveLength(1);
		expect(pauses).toEqual([]);
	});

	test('says that the service could not be reached, when nobody listens at the address', async () => {
		const server = await startRawServer({ body: '' });
		await server.stop();
		const credentials = await bench().credentials('accessToken', server.baseUrl);
		const { error } = await bench().run(getBalance, { credentials });
		expect(error?.message).toBe('The service could not be reached (connection refused)');
		expect(error?.description).toMatch(
			/^Nothing listens there\. Check the host and the port of the Base URL/,
		);
		expect(error?.context['faxPlus']).toMatchObject({ code: 'ECONNREFUSED' });
		expect(pauses).toHaveLength(3);
	});
});

describe('several items', () => {
	const users = Array.from({ length: 24 }, (_, at) => (at % 3 === 0 ? seed.memberId : 'self'));
	const items = users.map((user) => ({ json: { user } }));
	const getPlan = { resource: 'account', operation: 'getPlan' };
	const ofUser = { userId: '={{ $json.user }}' };

	test.each([
		[undefined, 10],
		[4, 4],
		[1, 1],
		[100, 24],
	])('with "Items at Once" %p, never more than %i requests are under way', async (readsInFlight, most) => {
		const { simulator } = bench();
		simulator.latency = 40;
		const options = { ...ofUser, ...(readsInFlight === undefined ? {} : { readsInFlight }) };
		const { items: output } = await bench().run({ ...getPlan, options }, { items });
		expect(output).toHaveLength(24);
		expect(simulator.maxInFlight).toBeLessThanOrEqual(most);
		expect(simulator.maxInFlight).toBeGreaterThan(most === 1 ? 0 : 1);
	});

	test('come out in their order, linked to their input, though later ones are answered first', async () => {
		let latency = 120;
		bench().simulator.latency = () => (latency -= 5);
		const parameters = { ...getPlan, authentication: 'oAuth2', options: ofUser };
		const { items: output } = await bench().run(parameters, { items });
		expect(output.map(({ json }) => json['is_owner'])).toEqual(users.map((user) => user === 'self'));
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
	});

	test('lists come out one item an entry, each linked to the item that asked', async () => {
		const { items: output } = await bench().run(
			{ resource: 'shop', operation: 'getCountries', limit: '={{ $json.limit }}' },
			{ items: [{ json: { limit: 1 } }, { json: { limit: 2 } }] },
		);
		expect(output.map(({ json, pairedItem }) => [json['iso'], pairedItem])).toEqual([
			['US', { item: 0 }],
			['US', { item: 1 }],
			['CH', { item: 1 }],
		]);
	});
});

describe('an answer that does not come from the service', () => {
	test.each(operationsNamed('shop: getBalance', 'fax: getAll', 'member: get'))(
		'$name: HTML instead of JSON leads to the base URL',
		async (operationCase) => {
			const html = { headers: { 'content-type': 'text/html' }, body: '<html>Please log in</html>' };
			const { error, requests } = await bench().runAgainst(html, parametersOf(operationCase));
			expect(error?.message).toBe(
				'The answer is not JSON, so it does not come from the service (unexpected_answer, HTTP 200)',
			);
			expect(error?.description).toMatch(/^Check the Base URL in the credential: something other/);
			expect(requests).toHaveLength(1);
		},
	);

	test('JSON without the expected list says which list is missing', async () => {
		const parameters = { resource: 'shop', operation: 'getCountries' };
		const { error } = await bench().runAgainst({ body: '{"items":[]}' }, parameters);
		expect(error?.message).toContain('The service answered without the expected list (countries)');
	});

	test('a number offer without its item comes out with what it has', async () => {
		const offer = { type: 'local', price: 10, currency: 'USD' };
		const { items, error } = await bench().runAgainst(
			{ body: JSON.stringify({ numbers: [offer] }) },
			{ resource: 'shop', operation: 'searchNumbers', countryCode: 'US', callingCode: '212' },
		);
		expect(error).toBeUndefined();
		expect(jsonOf(items)).toEqual([offer]);
	});

	test.each(
		AUTHENTICATIONS.flatMap((authentication) =>
			[302, 307].map((status) => [authentication, status] as const),
		),
	)(
		'with %s, a redirect (%i) is not followed, so the token goes nowhere else',
		async (authentication, status) => {
			const elsewhere = await startRawServer({ body: '{}' });
			const headers = { location: `${elsewhere.baseUrl}/shop/balance` };
			const { error, requests } = await bench().runAgainst(
				{ status, headers, body: '' },
				{ authentication, ...getBalance },
			);
			await elsewhere.stop();
			expect(error?.message).toBe(
				`The service answered with a redirect to ${elsewhere.baseUrl}/shop/balance (HTTP ${status})`,
			);
			expect(error?.description).toContain('Check the Base URL');
			expect(requests).toEqual(['GET /v3/shop/balance']);
			expect(elsewhere.requests).toEqual([]);
		},
	);
});

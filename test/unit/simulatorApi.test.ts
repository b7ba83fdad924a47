import { BROKEN_BODIES, seed, startSimulator } from '../../simulator';
import { ApiError } from '../../simulator/apiError';
import { handlers } from '../../simulator/handlers';
import { accountOf } from '../../simulator/state';
import { faxingBench } from '../support/faxingBench';
import { apiClient } from '../support/simulatorClient';

const bench = faxingBench();

const jsonType = { 'content-type': 'application/json' };
const PURCHASE = '/shop/numbers/purchase';
const THUMBNAIL = `/accounts/self/thumbnail/${seed.faxId}`;
const numbersIn = (country: string, query = ''): string =>
	`/shop/numbers/countries/${country}/areas/212/numbers${query}`;

describe('The API of the simulator', () => {
	it.each<[string, number, [method: string, url: string, data?: unknown, headers?: object]]>([
		['a path', 404, ['GET', '/faxes']],
		['a path with an empty ID', 404, ['DELETE', '/webhooks/']],
		['a path that is no URL', 400, ['GET', '/accounts/%zz/plan']],
		['a method', 405, ['PUT', '/webhooks', {}]],
		['a query parameter', 400, ['GET', '/auth/token?verbose=1']],
		['a query parameter given twice', 400, ['GET', numbersIn('US', '?contains=1&contains=2')]],
		['a value of a query parameter', 400, ['GET', numbersIn('US', '?channel=best')]],
		['digits that are none', 400, ['GET', numbersIn('US', '?channel=custom&contains=a')]],
		['digits of a random search', 400, ['GET', numbersIn('US', '?contains=1')]],
		['a country code', 400, ['GET', numbersIn('usa')]],
		['a body field', 400, ['POST', PURCHASE, { item_id: 'x', count: 2 }]],
		['a type', 400, ['POST', PURCHASE, { item_id: 7 }]],
		['a body that is null', 400, ['POST', PURCHASE, 'null', jsonType]],
		['a body that is a list', 400, ['POST', PURCHASE, []]],
		['a body that is no JSON', 400, ['POST', PURCHASE, '{', jsonType]],
		['a body of another type', 400, ['POST', PURCHASE, '{}', { 'content-type': 'text/plain' }]],
		['no body', 400, ['POST', PURCHASE]],
		['a body where none belongs', 400, ['DELETE', '/webhooks/ep_1', { force: true }]],
		['an answer of another type', 400, ['GET', '/shop/balance', undefined, { accept: 'text/html' }]],
		['an answer of any type', 400, ['GET', '/shop/balance', undefined, { accept: '*/*' }]],
		['a picture of another type', 400, ['GET', THUMBNAIL, undefined, { accept: 'image/png' }]],
		['a body that is too large', 413, ['POST', '/webhooks', { url: 'x'.repeat(2_000_000) }]],
	])('does not know %s: %i', async (_case, status, [method, url, data, headers = {}]) => {
		const answer = await bench().owner.request({ method, url, data, headers: { ...headers } });
		expect(answer.status).toBe(status);
		const text = expect.any(String) as string;
		expect(answer.data).toEqual({ error: text, description: text });
	});

	it('logs requests with operation, body and status', async () => {
		const { owner, simulator } = bench();
		await owner.post(`${PURCHASE}?x=1`, { item_id: 7 });
		await owner.post('/webhooks', '{', { headers: jsonType });
		await owner.get('/nowhere');

		const body = { item_id: 7 };
		const first = { operationId: 'purchaseNumber', method: 'POST', path: PURCHASE, query: { x: '1' }, body };
		expect(simulator.requests).toMatchObject([
			{ ...first, status: 400 },
			{ operationId: 'createWebhook', body: '{', status: 400 },
			{ operationId: 'unknown', path: '/nowhere', status: 404 },
		]);
	});

	it('answers 500 when an answer or a refusal of its own does not fit the description, and says so', async () => {
		const other = await startSimulator();
		accountOf(other.state, seed.ownerId).planType = 'gold';
		const replaced = jest.spyOn(handlers, 'getBalance').mockImplementation(() => {
			throw Object.assign(new ApiError(400, 'bad_request', 'x'), { code: 7 });
		});
		for (const path of ['/accounts/self/plan', '/shop/balance']) {
			expect((await apiClient(other).get(path)).status).toBe(500);
		}
		replaced.mockRestore();
		expect(other.violations).toEqual(
			['getUserPlan', 'getBalance'].map((name) => expect.stringContaining(name) as string),
		);
		await other.stop();
	});
});

describe('Webhook endpoints of the simulator', () => {
	it('are created without an answer, listed without a secret, and keep what an update leaves out', async () => {
		const { owner, simulator } = bench();
		const wanted = {
			url: 'https://n8n.example/webhook/fax',
			filter_types: ['fax_received'],
			channels: ['+15550100000'],
		};
		const { status, data } = await owner.post<string>('/webhooks', wanted);
		expect([status, data]).toEqual([201, '']);
		const id = expect.stringMatching(/^ep_/) as string;
		expect((await owner.get('/webhooks')).data).toEqual({ records: [{ id, ...wanted }] });

		const [{ id: made, secret } = { id: '', secret: '' }] = simulator.endpointsOf();
		const path = `/webhooks/${made}`;
		await owner.patch(path, { filter_types: ['fax_sent'] });
		expect(simulator.endpointsOf()).toMatchObject([
			{ ...wanted, id: made, secret, filter_types: ['fax_sent'] },
		]);
		await owner.patch(path, { channels: null });
		for (const refused of [{ channels: ['1'] }, { filter_types: [] }, {}]) {
			expect((await owner.patch(path, refused)).status).toBe(400);
		}
		expect(simulator.endpointsOf()).toMatchObject([{ filter_types: ['fax_sent'], channels: null, secret }]);
	});
});

describe('The simulator fails on demand', () => {
	const buy = (item_id: string = seed.offerId) => bench().owner.post(PURCHASE, { item_id });

	it('by hanging up, before or after the effect', async () => {
		bench().simulator.fail({ times: 1, with: 'hang-up', method: 'post' });
		await expect(buy()).rejects.toThrow('socket hang up');
		expect(bench().account().balance.amount).toBe(100);

		const after = { operationId: 'purchaseNumber', afterEffect: true };
		bench().simulator.fail({ times: 1, with: 'hang-up', ...after });
		await expect(buy()).rejects.toThrow('socket hang up');
		expect(bench().account().balance.amount).toBe(90);
	});

	it('by silence, while which requests count as in flight', async () => {
		const { owner, simulator } = bench();
		simulator.fail({ times: 3, with: 'silence' });
		const abort = new AbortController();
		const outcomes = Promise.allSettled(
			[1, 2, 3].map(() => owner.get('/auth/token', { signal: abort.signal })),
		);
		while (simulator.requests.length < 3) await new Promise(setImmediate);
		abort.abort();

		expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
		expect(simulator.maxInFlight).toBe(3);
	});

	it.each(BROKEN_BODIES)('by a success that breaks off, after the effect: %s', async (name) => {
		bench().simulator.fail({ times: 1, with: name });
		await expect(buy()).rejects.toMatchObject({ isAxiosError: true });
		expect(bench().account().balance.amount).toBe(90);
		expect((await bench().owner.get('/shop/balance')).status).toBe(200);
	});

	it.each(['endless-body', 'huge-body'] as const)('by a refusal that cannot be read: %s', async (name) => {
		bench().simulator.fail({ times: 1, with: name, status: 418 });
		const answer = await bench().owner.get<NodeJS.ReadableStream & { destroy(): void }>('/shop/balance', {
			responseType: 'stream',
		});
		answer.data.destroy();
		expect(answer.status).toBe(418);
		expect(bench().simulator.requests.map((request) => request.status)).toEqual([418]);
	});
});

import type { AxiosInstance } from 'axios';
import { seed, startSimulator, type Simulator } from '../../simulator';
import { ApiError } from '../../simulator/apiError';
import { apiClient, refusalIn } from '../support/simulatorClient';
import { handlers } from '../../simulator/handlers';
import { accountOf } from '../../simulator/state';

const url = 'https://n8n.example/webhook/fax';
const numbersIn = (country: string, area: string): string =>
	`/shop/numbers/countries/${country}/areas/${area}/numbers`;

describe('The API of the simulator', () => {
	let simulator: Simulator;
	let owner: AxiosInstance;

	beforeAll(async () => {
		simulator = await startSimulator();
		owner = apiClient(simulator);
	});
	beforeEach(() => {
		simulator.reset();
	});
	afterAll(async () => {
		await simulator.stop();
		expect(simulator.violations).toEqual([]);
	});

	const account = () => accountOf(simulator.state, seed.ownerId);

	describe('refuses what the specification does not know', () => {
		it.each<[string, number, () => Promise<{ status: number; data: unknown }>]>([
			['a path', 404, () => owner.get('/faxes')],
			['a path with an empty ID', 404, () => owner.delete('/webhooks/')],
			['a path without a version', 404, () => owner.get('/webhooks', { baseURL: simulator.origin })],
			['a path that is no URL', 400, () => owner.get('/accounts/%zz/plan')],
			['a method', 405, () => owner.put('/webhooks', {})],
			['a query parameter', 400, () => owner.get('/auth/token?verbose=1')],
			[
				'a query parameter given twice',
				400,
				() => owner.get(`${numbersIn('US', '212')}?contains=1&contains=2`),
			],
			['a value of a query parameter', 400, () => owner.get(`${numbersIn('US', '212')}?channel=best`)],
			['digits that are none', 400, () => owner.get(`${numbersIn('US', '212')}?channel=custom&contains=a`)],
			['digits of a random search', 400, () => owner.get(`${numbersIn('US', '212')}?contains=1`)],
			['a country code', 400, () => owner.get(numbersIn('usa', '212'))],
			['a body field', 400, () => owner.post('/shop/numbers/purchase', { item_id: 'x', count: 2 })],
			['a type', 400, () => owner.post('/shop/numbers/purchase', { item_id: 7 })],
			['a body that is null', 400, () => owner.post('/shop/numbers/purchase', 'null', jsonType)],
			['a body that is a list', 400, () => owner.post('/shop/numbers/purchase', [])],
			['a body that is no JSON', 400, () => owner.post('/shop/numbers/purchase', '{', jsonType)],
			['a body of another type', 400, () => owner.post('/shop/numbers/purchase', '{}', textType)],
			['no body', 400, () => owner.post('/shop/numbers/purchase')],
			['a body where none belongs', 400, () => owner.delete('/webhooks/ep_1', { data: { force: true } })],
			[
				'an answer of another type',
				400,
				() => owner.get('/shop/balance', { headers: { accept: 'text/html' } }),
			],
			['an answer of any type', 400, () => owner.get('/shop/balance', { headers: { accept: '*/*' } })],
			[
				'a picture of another type',
				400,
				() => owner.get(`/accounts/self/thumbnail/${seed.faxId}`, { headers: { accept: 'image/png' } }),
			],
			['a body that is too large', 413, () => owner.post('/webhooks', { url: 'x'.repeat(2_000_000) })],
		])('%s: %i', async (_case, status, request) => {
			const answer = await request();

			expect(answer.status).toBe(status);
			const text = expect.any(String) as string;
			expect(answer.data).toEqual({ error: text, description: text });
		});
	});

	it('logs requests with operation, body and status', async () => {
		await owner.post('/shop/numbers/purchase?x=1', { item_id: 7 });
		await owner.post('/webhooks', '{', jsonType);
		await owner.get('/nowhere');

		expect(simulator.requests).toMatchObject([
			{
				operationId: 'purchaseNumber',
				method: 'POST',
				path: '/shop/numbers/purchase',
				query: { x: '1' },
				body: { item_id: 7 },
				status: 400,
			},
			{ operationId: 'createWebhook', body: '{', status: 400 },
			{ operationId: 'unknown', path: '/nowhere', status: 404 },
		]);
	});

	it('answers 500 when an answer of its own does not fit the description, and says so', async () => {
		const other = await startSimulator();
		accountOf(other.state, seed.ownerId).planType = 'gold';

		const answer = await apiClient(other).get<{ error?: string }>('/accounts/self/plan');

		expect(refusalIn(answer)).toEqual([500, 'internal_server_error']);
		expect(other.violations).toEqual([expect.stringContaining('getUserPlan')]);
		await other.stop();
	});

	it('notices when a refusal of its own does not fit its description', async () => {
		const other = await startSimulator();
		const replaced = jest.spyOn(handlers, 'getBalance').mockImplementation(() => {
			throw Object.assign(new ApiError(400, 'bad_request', 'x'), { code: 7 });
		});
		const { status } = await apiClient(other).get('/shop/balance');
		replaced.mockRestore();
		await other.stop();
		expect(status).toBe(500);
		expect(other.violations).toEqual([expect.stringContaining('getBalance')]);
	});

	describe('webhook endpoints', () => {
		const create = (body: object) => owner.post<{ error?: string; description?: string }>('/webhooks', body);
		const filter_types = ['fax_received'];
		const only = () => {
			const [endpoint, ...others] = simulator.endpointsOf();
			if (!endpoint || others.length > 0) throw new Error('There is not exactly one endpoint');
			return endpoint;
		};

		it('are created without an answer, and listed without a secret', async () => {
			const { status, data } = await create({ url, filter_types });
			expect([status, data]).toEqual([201, '']);

			expect((await owner.get('/webhooks')).data).toEqual({
				records: [{ id: expect.stringMatching(/^ep_/) as string, url, filter_types, channels: null }],
			});
			expect(only().secret).toMatch(/^whsec_/);
		});

		it('keep what an update leaves out, and the secret', async () => {
			await create({ url, filter_types, channels: ['+15550100000'] });
			const { id, secret } = only();
			const path = `/webhooks/${id}`;

			await owner.patch(path, { filter_types: ['fax_sent'] });
			expect(only()).toMatchObject({
				id,
				url,
				secret,
				filter_types: ['fax_sent'],
				channels: ['+15550100000'],
			});
			await owner.patch(path, { channels: null });
			expect(only()).toMatchObject({ filter_types: ['fax_sent'], channels: null });
			expect((await owner.patch(path, { channels: ['1'] })).status).toBe(400);
			expect((await owner.patch(path, { filter_types: [] })).status).toBe(400);
			expect((await owner.patch(path, {})).status).toBe(400);
			expect(only()).toMatchObject({ filter_types: ['fax_sent'], channels: null, secret });
		});
	});

	describe('fails on demand', () => {
		it('by hanging up, before or after the effect', async () => {
			const buy = (item_id: string) => owner.post('/shop/numbers/purchase', { item_id });
			simulator.fail({ times: 1, with: 'hang-up', method: 'post' });
			await expect(buy(seed.offerId)).rejects.toThrow('socket hang up');
			expect(account().balance.amount).toBe(100);

			simulator.fail({ times: 1, with: 'hang-up', operationId: 'purchaseNumber', afterEffect: true });
			await expect(buy(seed.offerId)).rejects.toThrow('socket hang up');
			expect(account().balance.amount).toBe(90);
		});

		it('by silence, while which requests count as in flight', async () => {
			simulator.fail({ times: 3, with: 'silence' });
			const abort = new AbortController();
			const answers = [1, 2, 3].map(() => owner.get('/auth/token', { signal: abort.signal }));
			const outcomes = Promise.allSettled(answers);
			while (simulator.requests.length < 3) await new Promise(setImmediate);
			abort.abort();

			expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
			expect(simulator.maxInFlight).toBe(3);
		});
	});
});

const jsonType = { headers: { 'content-type': 'application/json' } };
const textType = { headers: { 'content-type': 'text/plain' } };

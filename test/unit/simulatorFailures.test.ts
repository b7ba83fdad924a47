import type { AxiosInstance } from 'axios';
import axios from 'axios';

import { BROKEN_BODIES, seed, startSimulator, TOKEN_OPERATION, type Simulator } from '../../simulator';
import { apiClient } from '../support/simulatorClient';
import { accountOf } from '../../simulator/state';

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
});

const buy = () => owner.post('/shop/numbers/purchase', { item_id: seed.offerId });
const balance = () => accountOf(simulator.state, seed.ownerId).balance.amount;

describe('A success that breaks off', () => {
	it.each(BROKEN_BODIES)('comes after the effect: %s', async (name) => {
		simulator.fail({ times: 1, with: name });
		await expect(buy()).rejects.toMatchObject({ isAxiosError: true });
		expect(balance()).toBe(90);
		expect((await owner.get('/shop/balance')).status).toBe(200);
	});

	it.each(BROKEN_BODIES)('has a body though the call has none: %s', async (name) => {
		simulator.fail({ times: 1, with: name });
		const create = { url: 'https://n8n.example/webhook', filter_types: ['fax_sent'], channels: null };
		await expect(owner.post('/webhooks', create)).rejects.toMatchObject({ isAxiosError: true });
		expect(simulator.endpointsOf()).toHaveLength(1);
	});
});

describe('A refusal with a body', () => {
	it.each(['endless-body', 'huge-body'] as const)('that is not to be read to its end: %s', async (name) => {
		simulator.fail({ times: 1, with: name, status: 418 });
		const { status, data } = await owner.get<NodeJS.ReadableStream & { destroy(): void }>('/shop/balance', {
			responseType: 'stream',
		});
		data.destroy();
		expect(status).toBe(418);
		expect(simulator.requests.map((request) => request.status)).toEqual([418]);
	});

	it('of a gateway', async () => {
		simulator.fail({ times: 1, with: 504, text: '<html>Gateway timeout</html>' });
		expect(await buy()).toMatchObject({
			status: 504,
			data: '<html>Gateway timeout</html>',
			headers: { 'content-type': 'text/html' },
		});
		expect(balance()).toBe(100);
	});
});

it('An answer may fall silent after its headers', async () => {
	simulator.fail({ times: 1, with: 'silent-body' });
	const { status, data } = await owner.get<NodeJS.ReadableStream & { destroy(): void }>('/shop/balance', {
		responseType: 'stream',
	});
	data.destroy();
	expect(status).toBe(200);
});

describe('The token endpoint', () => {
	const ask = async () =>
		await axios.post<unknown>(`${simulator.authUrl}/token`, '', { validateStatus: () => true });

	it('fails only where it is named', async () => {
		simulator.fail({ times: 1, with: 500 });
		expect((await ask()).status).toBe(401);
		expect((await owner.get('/shop/balance')).status).toBe(500);
	});

	it("refuses in the service's own form, or in that of its standard", async () => {
		const refusal = { times: 1, operationId: TOKEN_OPERATION };
		const own = { error: 'bad_request', description: 'Refresh token is not valid' };
		simulator.fail({ ...refusal, with: 400, ...own });
		expect(await ask()).toMatchObject({ status: 400, data: own });
		const text = '{"error":"invalid_client"}';
		simulator.fail({ ...refusal, with: 401, text, contentType: 'application/json' });
		expect(await ask()).toMatchObject({ status: 401, data: { error: 'invalid_client' } });
	});

	it('falls silent', async () => {
		simulator.fail({ times: 1, with: 'silence', operationId: TOKEN_OPERATION });
		const abort = new AbortController();
		const asking = axios.post(`${simulator.authUrl}/token`, '', { signal: abort.signal });
		setImmediate(() => {
			abort.abort();
		});
		await expect(asking).rejects.toThrow('canceled');
	});
});

it('The list of endpoints may lag behind a creation', async () => {
	const list = async () => (await owner.get<{ records: unknown[] }>('/webhooks')).data.records;
	simulator.settings.webhookListLag = 3_600_000;
	await owner.post('/webhooks', { url: 'https://n8n.example/', filter_types: ['fax_sent'], channels: null });
	expect(simulator.endpointsOf()).toHaveLength(1);
	expect(await list()).toEqual([]);
	simulator.settings.webhookListLag = 0;
	expect(await list()).toHaveLength(1);
});

import type { AxiosInstance } from 'axios';

import { BROKEN_BODIES, seed, startSimulator, type Simulator } from '../../simulator';
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
});

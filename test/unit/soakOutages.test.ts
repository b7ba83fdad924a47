import { startSimulator, type Simulator } from '../../simulator';
import { Clock } from '../../bench/soak/clock';
import { failDuring } from '../../bench/soak/disturbances';
import type { Outage } from '../../bench/soak/schedule';
import { apiClient } from '../support/simulatorClient';

const HOUR = 3_600_000;
const NOW: Outage = { from: 0, to: HOUR, with: 500, afterEffect: false };
const LATER: Outage = { ...NOW, from: HOUR, to: 2 * HOUR };

let simulator: Simulator;

beforeAll(async () => {
	simulator = await startSimulator();
});

afterAll(async () => {
	await simulator.stop();
});

async function statusDuring(outages: Outage[]) {
	const counts = { requests: 0, failed: 0 };
	const end = failDuring(simulator, outages, new Clock(new AbortController().signal), counts);
	const ask = async () => {
		const answer = await apiClient(simulator)
			.get('/accounts/self/faxes')
			.catch(() => ({ status: 0 }));
		return answer.status;
	};
	const during = await ask();
	end();
	return { during, after: await ask(), ...counts };
}

it.each([
	[500, { ...NOW, with: 500 }],
	[0, { ...NOW, with: 'hang-up' }],
	[0, { ...NOW, with: 'reset-body', afterEffect: true }],
] satisfies Array<[number, Outage]>)(
	'an outage of a soak fails all requests while it lasts: %d',
	async (status, outage) => {
		expect(await statusDuring([LATER, outage])).toEqual({
			during: status,
			after: 200,
			requests: 1,
			failed: 1,
		});
	},
);

it('and none before', async () => {
	expect(await statusDuring([LATER])).toEqual({ during: 200, after: 200, requests: 1, failed: 0 });
});

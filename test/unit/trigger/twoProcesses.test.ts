import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type * as firstStepModule from '../../../nodes/FaxPlusTrigger/delivery/firstStep';
import { inTime, MINUTE, pause, SECOND, useFakeClock } from '../support/clock';
import { logTo } from '../support/context';
import { loadedAnew } from '../support/process';
import { chancesFrom, UnlockedStore } from './support/n8nProcesses';

const PAIRS = 300;

/** Processes of n8n that execute what others have taken. */
const workers = [firstStepLoadedAnew(), firstStepLoadedAnew(), firstStepLoadedAnew()] as const;

function firstStepLoadedAnew(): typeof firstStepModule.firstStep {
	const path = '../../../nodes/FaxPlusTrigger/delivery/firstStep';
	return loadedAnew(() => jest.requireActual<typeof firstStepModule>(path).firstStep);
}

/** Executes an item of one node. */
async function passes(worker: 0 | 1 | 2, store: UnlockedStore, json: IDataObject): Promise<number> {
	const fields: Record<string, unknown> = { options: {}, downloadFax: false, missedFaxes: 'everyHour' };
	const context = {
		getInputData: () => [{ json }],
		getMode: () => 'webhook',
		getNode: () => ({ id: store.nodeId, name: 'Fax', parameters: {} }),
		getWorkflow: () => ({ id: 'workflow', name: 'Referrals' }),
		getNodeParameter: (name: string) => fields[name],
		getWorkflowStaticData: () => ({}),
		getExecutionCancelSignal: () => undefined,
		addExecutionHints: () => undefined,
		logger: logTo(),
		helpers: store.helpers,
	} as unknown as IExecuteFunctions;
	return (await workers[worker](context)).length;
}

useFakeClock(MINUTE);
/** What deliveries have besides a fax. */
const SIGNED = { confirmedBy: 'signature', webhookId: 'fax' };

/**
 * What two workers execute: a fax that was asked about, or signed deliveries, on a machine so busy that the store's calls are slow.
 * How many milliseconds a call takes and lies between the two at most, how many seconds ago each was sent, and how many of the pairs
 * may pass twice.
 */
const PAIRS_OF = {
	service: { fax: { confirmedBy: 'service' }, slowest: 50, apart: 20, sent: [13, 13], most: 3 },
	signature: { fax: SIGNED, slowest: 200, apart: 100, sent: [13, 13], most: 30 },
	waiting: { fax: SIGNED, slowest: 200, apart: 4_000, sent: [13, 3], most: 30 },
	copy: { fax: SIGNED, slowest: 200, apart: 4_000, sent: [13, 1], most: 30 },
} as const;

/** Workers 0 and 1 execute one fax, at most so far apart, while others pass: in how many it passes. */
async function passesOfAPair(chance: () => number, way: keyof typeof PAIRS_OF): Promise<number> {
	const { fax, slowest, apart, sent } = PAIRS_OF[way];
	const store = new UnlockedStore(() => 10 + chance() * (slowest - 10));
	store.row = ['an earlier one'];
	const passesIn = async (worker: 0 | 1 | 2, name: string, at: number) => {
		await pause(at);
		return await passes(worker, store, {
			event: 'fax_received',
			...(worker === 2 ? { confirmedBy: 'signature', webhookId: name } : fax),
			timestamp: Date.now() / 1_000 - (worker === 2 ? 0 : sent[worker]),
			data: { id: name, status: 'success', file: `file of ${name}`, to: '+15550100000' },
		});
	};
	const others = Array.from({ length: 10 }, (_, at) => passesIn(2, `another ${at}`, at * 300));
	const pair = await Promise.all([passesIn(0, 'fax', 0), passesIn(1, 'fax', chance() * apart)]);
	expect(await Promise.all(others)).toEqual(others.map(() => 1));
	return pair[0] + pair[1];
}

it('One whose worker was killed before it has passed, passes when it is delivered again', async () => {
	const fax = { event: 'fax_received', confirmedBy: 'service', data: { id: 'fax', status: 'success' } };
	const store = new UnlockedStore();
	store.row = ['an earlier one'];
	store.faults.push(undefined, undefined, 'silence');
	void passes(0, store, fax);
	await jest.advanceTimersByTimeAsync(MINUTE);
	expect(store.calls).toHaveLength(3);
	expect(await inTime(passes(1, store, fax))).toBe(1);
});

it('Those that nothing tells from others pass, although they have waited', async () => {
	const nameless = { event: 'fax_received', confirmedBy: 'signature', data: {}, timestamp: 0 };
	const store = new UnlockedStore();
	for (let time = 0; time < 2; time++) expect(await inTime(passes(0, store, nameless))).toBe(1);
});

it.each([
	['fax for which no signature vouches', 'service'],
	['signed delivery that has waited for its turn', 'signature'],
	['signed delivery that has waited for its turn, and a copy that has waited, too,', 'waiting'],
	['signed delivery that has waited for its turn, and a copy in time where another one has waited,', 'copy'],
] as const)(
	'A %s passes, and seldom twice, when two processes execute it side by side',
	async (_what, way) => {
		const data = { id: 'another' };
		const another = { event: 'fax_received', ...SIGNED, timestamp: Date.now() / SECOND - 13, data };
		await inTime(passes(1, new UnlockedStore(), another));
		jest.setSystemTime(MINUTE - 2 * SECOND);
		const chance = chancesFrom(1);
		jest.spyOn(Math, 'random').mockImplementation(chance);
		const counts = await inTime(Promise.all(Array.from({ length: PAIRS }, () => passesOfAPair(chance, way))));

		expect(counts.filter((count) => count === 0)).toEqual([]);
		expect(counts.filter((count) => count > 1).length).toBeLessThan(PAIRS_OF[way].most);
	},
);

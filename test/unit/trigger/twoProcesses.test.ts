import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type * as firstStepModule from '../../../nodes/FaxPlusTrigger/firstStep';
import { inTime, MINUTE, pause, SECOND, useFakeClock } from '../support/clock';
import { logTo } from '../support/context';
import { loadedAnew } from '../support/process';
import { chancesFrom, UnlockedStore } from './support/n8nProcesses';

const PAIRS = 100;

/** Processes of n8n that execute what others have taken. */
const workers = [firstStepLoadedAnew(), firstStepLoadedAnew(), firstStepLoadedAnew()] as const;

function firstStepLoadedAnew(): typeof firstStepModule.firstStep {
	const path = '../../../nodes/FaxPlusTrigger/firstStep';
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
		getInstanceId: () => 'n8n 1',
		getWorkflowStaticData: () => ({}),
		getExecutionCancelSignal: () => undefined,
		addExecutionHints: () => undefined,
		logger: logTo(),
		helpers: store.helpers,
	} as unknown as IExecuteFunctions;
	return (await workers[worker](context)).length;
}

useFakeClock(MINUTE);
/** Workers 0 and 1 execute one fax that was asked about, at most 20 ms apart, while others pass: in how many it passes. */
async function passesOfAPair(chance: () => number): Promise<number> {
	const store = new UnlockedStore(() => 10 + chance() * 40);
	store.row = ['an earlier one'];
	const passesIn = async (worker: 0 | 1 | 2, name: string, at: number) => {
		await pause(at);
		return await passes(worker, store, {
			event: 'fax_received',
			...(worker === 2 ? { confirmedBy: 'signature', webhookId: name } : { confirmedBy: 'service' }),
			data: { id: name, status: 'success', file: `file of ${name}`, to: '+15550100000' },
		});
	};
	const others = Array.from({ length: 10 }, (_, at) => passesIn(2, `another ${at}`, at * 300));
	const pair = await Promise.all([passesIn(0, 'fax', 0), passesIn(1, 'fax', chance() * 20)]);
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

it('A fax for which no signature vouches passes, and seldom twice, when two processes execute it side by side', async () => {
	jest.setSystemTime(MINUTE - 2 * SECOND);
	const chance = chancesFrom(1);
	jest.spyOn(Math, 'random').mockImplementation(chance);
	const counts = await inTime(Promise.all(Array.from({ length: PAIRS }, () => passesOfAPair(chance))));

	expect(counts.filter((count) => count === 0)).toEqual([]);
	expect(counts.filter((count) => count > 1).length).toBeLessThan(2);
});

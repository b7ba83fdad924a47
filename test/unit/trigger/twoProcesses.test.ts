import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type * as firstStepModule from '../../../nodes/FaxPlusTrigger/delivery/firstStep';
import { inTime } from '../support/clock';
import { loadedAnew } from '../support/process';
import { chancesFrom, pause, UnlockedStore } from './support/n8nProcesses';

const PAIRS = 200;

/** Processes of n8n that execute what others have taken. */
const workers = [firstStepLoadedAnew(), firstStepLoadedAnew()] as const;

function firstStepLoadedAnew(): typeof firstStepModule.firstStep {
	const path = '../../../nodes/FaxPlusTrigger/delivery/firstStep';
	return loadedAnew(() => jest.requireActual<typeof firstStepModule>(path).firstStep);
}

/** Executes an item of one node; answers how many go on. */
async function passes(
	worker: 0 | 1,
	store: UnlockedStore,
	json: IDataObject,
	mode = 'webhook',
): Promise<number> {
	const fields: Record<string, unknown> = { options: {}, downloadFax: false, missedFaxes: 'everyHour' };
	const context = {
		getInputData: () => [{ json }],
		getMode: () => mode,
		getNode: () => ({ id: store.nodeId, name: 'Fax', parameters: {} }),
		getWorkflow: () => ({ id: 'workflow', name: 'Referrals' }),
		getNodeParameter: (name: string) => fields[name],
		getWorkflowStaticData: () => ({}),
		getExecutionCancelSignal: () => undefined,
		addExecutionHints: () => undefined,
		logger: { debug: () => undefined, error: () => undefined },
		helpers: {
			checkProcessedAndRecord: async (ids: string[], _scope: string, options: { maxEntries: number }) => ({
				new: await store.record(ids, options.maxEntries),
			}),
			removeProcessed: async (ids: string[]) => {
				await store.remove(ids);
			},
			getProcessedDataCount: () => store.row?.length ?? 0,
		},
	} as unknown as IExecuteFunctions;
	return (await workers[worker](context)).length;
}

beforeEach(() => {
	jest.useFakeTimers();
	jest.spyOn(Math, 'random').mockImplementation(chancesFrom(1));
});
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

it('A fax for which no signature vouches seldom passes twice, when two processes have taken it at the same moment', async () => {
	const json = {
		event: 'fax_received',
		confirmedBy: 'service',
		data: { id: 'fax_1', status: 'success', file: 'file_1', to: '+15550100000' },
	};
	const pair = async (): Promise<number> => {
		const store = new UnlockedStore(() => 30);
		store.row = ['an earlier one'];
		const second = async () => {
			await pause(20);
			return await passes(1, store, json);
		};
		const [one, other] = await Promise.all([passes(0, store, json), second()]);
		return one + other;
	};
	const counts = await inTime(Promise.all(Array.from({ length: PAIRS }, pair)));

	expect(counts.filter((count) => count === 0)).toEqual([]);
	expect(counts.filter((count) => count > 1).length).toBeLessThan(PAIRS / 10);
});

describe('A fax that one process takes from a list while another takes its delivery', () => {
	const data = { id: 'fax_1', status: 'success', file: 'file_1', to: '+15550100000' };
	const listed = { event: 'fax_received', confirmedBy: 'list', data };
	const delivered = { event: 'fax_received', confirmedBy: 'signature', webhookId: 'msg_1', data };

	/** How often it passes where the delivery comes so many milliseconds after the list. */
	async function timesPassed(later: number, time: () => number): Promise<number> {
		const store = new UnlockedStore(time);
		store.row = ['an earlier one'];
		const second = async () => {
			await pause(Math.max(0, later));
			return await passes(1, store, delivered);
		};
		const first = async () => {
			await pause(Math.max(0, -later));
			return await passes(0, store, listed, 'trigger');
		};
		const [one, other] = await Promise.all([first(), second()]);
		return one + other;
	}

	it('passes once, unless both have read what is recorded before either has written', async () => {
		const time = 30;
		const moments = Array.from({ length: 600 }, (_one, at) => at - 300);
		const others = moments.filter((later) => Math.abs(later) > time);
		const counts = others.map(async (later) => await timesPassed(later, () => time));
		expect(await inTime(Promise.all(counts))).toEqual(others.map(() => 1));
	});

	it('always passes', async () => {
		const moments = Array.from({ length: 1_000 }, (_one, at) => (at % 400) - 200);
		const counts = moments.map(async (later) => await timesPassed(later, () => 1 + 60 * Math.random()));
		expect((await inTime(Promise.all(counts))).filter((count) => count === 0)).toEqual([]);
	});
});

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type * as firstStepModule from '../../../nodes/FaxPlusTrigger/delivery/firstStep';
import { inTime, pause, useFakeClock } from '../support/clock';
import { logTo } from '../support/context';
import { loadedAnew } from '../support/process';
import { chancesFrom, UnlockedStore } from './support/n8nProcesses';

const PAIRS = 200;

/** Processes of n8n that execute what others have taken. */
const workers = [firstStepLoadedAnew(), firstStepLoadedAnew()] as const;

function firstStepLoadedAnew(): typeof firstStepModule.firstStep {
	const path = '../../../nodes/FaxPlusTrigger/delivery/firstStep';
	return loadedAnew(() => jest.requireActual<typeof firstStepModule>(path).firstStep);
}

/** Executes an item of one node. */
async function passes(worker: 0 | 1, store: UnlockedStore, json: IDataObject): Promise<number> {
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

useFakeClock();
beforeEach(() => {
	jest.spyOn(Math, 'random').mockImplementation(chancesFrom(1));
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

import type { IExecuteFunctions } from 'n8n-workflow';

import { startOnce } from '../../../nodes/FaxPlus/once/once';
import { inTime, useFakeClock } from '../support/clock';
import { NODE } from '../support/context';
import { UnlockedStore } from '../trigger/support/n8nProcesses';

useFakeClock();

/** Starts the run of a node that a schedule has started, with one fax. */
async function started(store: UnlockedStore) {
	const context = {
		getWorkflow: () => ({ id: 'workflow' }),
		getNode: () => ({ ...NODE, id: store.nodeId }),
		getExecutionId: () => `execution of ${store.nodeId}`,
		getExecutionContext: () => ({ establishedAt: 1 }),
		getMode: () => 'trigger',
		getParentNodes: () => [],
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
		helpers: store.helpers,
	} as unknown as IExecuteFunctions;
	return await startOnce(context, [{ content: 'a fax', to: '+15550100200' }]);
}

test("nothing goes out if the name of the execution can't be recorded, and the next item tries again", async () => {
	const store = new UnlockedStore();
	const once = await inTime(started(store));
	store.faults.push('out of order');
	await expect(inTime(once.recordStart())).rejects.toMatchObject({
		message: expect.stringMatching(/^n8n's store failed\. .*: Error: no such table/) as unknown,
		outcome: 'notSent',
	});
	expect(store.row).toBeUndefined();
	await inTime(once.recordStart());
	expect(store.row).toHaveLength(2);
	await inTime(once.recordStart());
	expect(store.calls).toHaveLength(2);
});

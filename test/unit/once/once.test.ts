import type { IExecuteFunctions } from 'n8n-workflow';

import { startOnce } from '../../../nodes/FaxPlus/once/once';
import { EarlierAttemptFault } from '../../../nodes/shared/http/faults';
import { inTime, useFakeClock } from '../support/clock';
import { NODE } from '../support/context';
import { UnlockedStore } from '../trigger/support/n8nProcesses';

useFakeClock();

/** Starts the run of a node with one fax, in an execution that a schedule or a retry has started. */
async function started(store: UnlockedStore, mode: 'trigger' | 'retry' = 'trigger') {
	const context = {
		getWorkflow: () => ({ id: 'workflow' }),
		getNode: () => ({ ...NODE, id: store.nodeId }),
		getExecutionId: () => `execution of ${store.nodeId}`,
		getExecutionContext: () => ({ establishedAt: 1 }),
		getMode: () => mode,
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

test("a retry is in doubt if the store doesn't show which files an earlier attempt has used", async () => {
	const store = new UnlockedStore();
	const once = await inTime(started(store, 'retry'));
	store.faults.push('out of order');
	const asking = inTime(once.recordedFor(0, ['/storage/1']));
	await expect(asking).rejects.toBeInstanceOf(EarlierAttemptFault);
	await expect(asking).rejects.toMatchObject({
		message: expect.stringMatching(
			/^This is a retry, and n8n's store doesn't show .*: Error: no such table/,
		) as unknown,
		outcome: 'unknown',
	});
});

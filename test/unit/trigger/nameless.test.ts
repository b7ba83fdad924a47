import type { IExecuteFunctions } from 'n8n-workflow';

import { execute } from '../../../nodes/FaxPlusTrigger/execute';
import { inTime, MINUTE, useFakeClock } from '../support/clock';
import { logTo } from '../support/context';
import { UnlockedStore } from './support/n8nProcesses';

useFakeClock(MINUTE);

it("Items that can't be distinguished start the workflow each time", async () => {
	const nameless = { event: 'fax_received', confirmedBy: 'signature', data: {}, timestamp: 0 };
	const store = new UnlockedStore();
	const fields: Record<string, unknown> = { options: {}, downloadFax: false, missedFaxes: 'everyHour' };
	const context = {
		getInputData: () => [{ json: nameless }],
		getMode: () => 'webhook',
		getExecutionId: () => '7',
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
	for (let time = 0; time < 2; time++) expect(await inTime(execute(context))).toHaveLength(1);
});

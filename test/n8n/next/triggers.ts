import { itemsOf, type N8n } from '../../../harness/n8n';
import { filesOf } from '../support/filesOf';
import { usePollingBench } from '../support/pollingBench';
import { withPages } from '../support/pages';
import { TRIGGER, useTriggerBench } from '../support/triggerBench';

const combined = { executionOrder: 'v1', binaryMode: 'combined' } as const;

/** The first item of the only execution of a workflow, and the bytes of its file. */
async function fileIn(n8n: N8n, workflowId: string, nodeName: string): Promise<Buffer> {
	const [execution] = await n8n.api.waitForExecutions(workflowId, 1);
	const [item] = itemsOf(await n8n.api.getExecution(execution?.id ?? ''), nodeName);
	const { data } = filesOf(item, 'combined');
	return await n8n.api.getBinary(data?.id ?? '');
}

describe('The pages of a fax are in the items of a workflow that keeps files there', () => {
	const bench = useTriggerBench();
	const polling = usePollingBench();

	it('byte for byte, by webhook', async () => {
		const { n8n, simulator } = bench();
		const { id, endpoint } = await bench().activate(withPages(bench, 'combined'));
		await n8n.api.updateWorkflow(id, { settings: combined });

		await bench().faxReceived(endpoint, { faxId: 'fax_combined' }).settled;

		const original = await simulator.fileOf('fax_combined', 'pdf');
		expect((await fileIn(n8n, id, TRIGGER)).equals(original)).toBe(true);
	});

	it('byte for byte, by poll', async () => {
		const { n8n, simulator } = polling();
		const customer = await polling().customer();
		const id = await polling().activate(customer, polling().trigger(customer, { downloadFax: true }));
		await n8n.api.updateWorkflow(id, { settings: combined });

		const faxId = customer.add();

		const original = await simulator.fileOf(faxId, 'pdf', customer.account.id);
		expect((await fileIn(n8n, id, TRIGGER)).equals(original)).toBe(true);
	});
});

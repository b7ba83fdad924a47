import { itemsOf, type N8n } from '../../../tools/harness/n8n';
import { bytesOf, filesOf, type BinaryMode } from '../support/filesOf';
import { usePollingBench } from '../support/pollingBench';
import { withPages } from '../support/pages';
import { TRIGGER, useTriggerBench } from '../support/triggerBench';

const modes: BinaryMode[] = ['separate', 'combined'];

describe.each(modes)('The pages of a fax, in a workflow that keeps files %s, are byte for byte', (mode) => {
	const bench = useTriggerBench();
	const polling = usePollingBench();
	const settings = { executionOrder: 'v1', binaryMode: mode } as const;

	/** Returns the bytes of the file in the first item of a workflow's only execution. */
	async function pagesIn(n8n: N8n, workflowId: string): Promise<Buffer> {
		const [execution] = await n8n.api.waitForExecutions(workflowId, 1);
		const [item] = itemsOf(await n8n.api.getExecution(execution?.id ?? ''), TRIGGER);
		return await bytesOf(n8n, filesOf(item, mode)['data']);
	}

	it("Fax.Plus's own, by webhook", async () => {
		const { n8n, simulator } = bench();
		const { id, endpoint } = await bench().activate(withPages(bench, mode));
		await n8n.api.updateWorkflow(id, { settings });

		const faxId = `fax_${mode}`;
		await bench().faxReceived(endpoint, { faxId }).settled;

		const original = await simulator.fileOf(faxId, 'pdf');
		expect((await pagesIn(n8n, id)).equals(original)).toBe(true);
	});

	it("Fax.Plus's own, by poll", async () => {
		const { n8n, simulator } = polling();
		const customer = await polling().customer();
		const id = await polling().activate(customer, polling().trigger(customer, { downloadFax: true }));
		await n8n.api.updateWorkflow(id, { settings });

		const faxId = customer.add();

		const original = await simulator.fileOf(faxId, 'pdf', customer.account.id);
		expect((await pagesIn(n8n, id)).equals(original)).toBe(true);
	});
});

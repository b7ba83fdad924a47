import { itemsOf } from '../../../harness/n8n';
import { TRIGGER, usePollingBench } from './support';

const bench = usePollingBench();

it('a test run puts out the newest fax that the fields ask for, with its file', async () => {
	const customer = await bench().customer();
	customer.add({}, 60);
	const newest = customer.add({}, 30);
	customer.add({ status: 'failed' }, 15);
	customer.add({ category: 'sent' });
	const id = await bench().create(bench().trigger(customer, { outcome: 'success', downloadFax: true }));

	const [item, ...others] = itemsOf(await bench().n8n.api.runManually(id, TRIGGER), TRIGGER);

	expect(others).toEqual([]);
	expect(item?.json).toMatchObject({ event: 'fax_received', data: { id: newest }, isRetry: false });
	expect(await bench().pagesOf(item)).toEqual(await customer.pagesOf(newest));
});

it('a test run does not count: what it has shown passes when the workflow is active', async () => {
	const customer = await bench().customer();
	const id = await bench().activate(customer);
	const faxId = customer.add();
	await bench().n8n.api.runManually(id, TRIGGER);
	expect((await bench().untilPassed(id, 2)).sort()).toEqual([faxId, faxId]);
	const executions = await bench().n8n.api.listExecutions(id);
	expect(executions.map(({ mode }) => mode).sort()).toEqual(['manual', 'trigger']);
});

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

it('a test run without any fax says so, and what to do', async () => {
	const customer = await bench().customer();
	const id = await bench().create(bench().trigger(customer));
	const { status, data } = await bench().n8n.api.runManually(id, TRIGGER);
	expect(status).toBe('error');
	expect(data.resultData.error).toMatchObject({
		message: 'There is no fax yet that would start the workflow.',
		description: expect.stringContaining('Let a fax arrive, or send one') as string,
	});
});

it('a test run with an expired token says what to do', async () => {
	const customer = await bench().customer();
	customer.add();
	customer.token.expiresAt = 0;
	const id = await bench().create(bench().trigger(customer));
	const { status, data } = await bench().n8n.api.runManually(id, TRIGGER);
	expect(status).toBe('error');
	expect(data.resultData.error?.message).toContain('HTTP 401');
	expect(data.resultData.error?.description).toContain('Enter a new access token in the credential');
});

import { testPages, withPages } from '../support/pages';
import { until, useTriggerBench } from '../support/triggerBench';

const bench = useTriggerBench();

testPages(bench, 'on disk');

it('While Fax.Plus sends a file, its delivery is answered, and the execution can be stopped', async () => {
	bench().simulator.fail({ times: 1, with: 'silence', operationId: 'getFile' });
	const { id, endpoint } = await bench().activate(withPages(bench, 'stopped'));
	const delivery = bench().faxReceived(endpoint, { faxId: 'fax_stopped' });
	expect((await delivery.settled).state).toBe('delivered');
	await until(
		() => bench().simulator.requests.some(({ path }) => path.endsWith('/files/fax_stopped')) || undefined,
	);
	const [running] = await bench().n8n.api.listExecutions(id);
	expect(running?.status).toBe('running');

	await bench().n8n.api.call('POST', `/rest/executions/${running?.id ?? ''}/stop`);

	const [stopped] = await bench().n8n.api.waitForExecutions(id, 1);
	expect(stopped?.status).toBe('canceled');
});

import { logOf, useTriggerBench } from '../support/bench';

const bench = useTriggerBench();

// Before 2.41, n8n accepts a workflow in which a pasted node has the same id as another one.
it('Two triggers in a workflow with one node ID have an endpoint each, which checks restore, and the log says once what to do', async () => {
	const ids = { workflowId: 'workflow of twins', nodeId: 'twin' };
	const received = await bench().activeTrigger({ ...ids, name: 'Received' });
	const sent = await bench().activeTrigger({ ...ids, name: 'Sent', parameters: { events: ['fax_sent'] } });
	const log = logOf(received);

	for (const twin of [received, sent])
		for (const { id } of bench().endpointsOf(twin)) bench().account.endpoints.delete(id);
	for (let round = 1; round <= 3; round++) {
		await received.poll();
		await sent.poll();
	}

	expect(bench().endpointsOf(received)).toMatchObject([{ filter_types: ['fax_received'] }]);
	expect(bench().endpointsOf(sent)).toMatchObject([{ filter_types: ['fax_sent'] }]);
	expect(log.filter((line) => line.includes('node ID'))).toEqual([
		expect.stringMatching(/^warn: .*"Sent" and "Received" have the same node ID.* Delete one of them/),
	]);
});

import { usePollingBench } from './support';

const bench = usePollingBench();

it('an outage that ends soon shows nowhere but in the log', async () => {
	const customer = await bench().customer();
	const id = await bench().activate(customer);
	customer.outage = 500;
	// A poll asks four times before it has failed.
	await customer.polled(4 * 4);
	customer.outage = undefined;
	const faxId = customer.add();
	expect(await bench().untilPassed(id, 1)).toEqual([faxId]);
	expect(await bench().executions(id)).toHaveLength(1);
	expect(bench().n8n.log).toMatch(
		new RegExp(`\\(${id}\\): the poll went well again, after 4 that had failed`),
	);
});

import { failedOf, until, usePollingBench } from './support';

/** Six polls; one that the service leaves without an answer takes twenty seconds, and longer on a busy machine. */
const SIX_POLLS_MS = 300_000;

const bench = usePollingBench();

describe('An outage', () => {
	it.concurrent.each([500, 'silence', 'hang-up'] as const)(
		'(%s) shows with the sixth poll that fails and not before, and not again',
		async (kind) => {
			const customer = await bench().customer();
			const id = await bench().activate(customer);
			customer.outage = kind;
			const from = bench().n8n.log.length;
			const unshown = (): number =>
				bench()
					.n8n.log.slice(from)
					.split('\n')
					.filter((line) => line.includes(`(${id})`) && line.includes('a poll failed')).length;

			await until(async () => failedOf(await bench().executions(id))[0], SIX_POLLS_MS);

			// The sixth is not in the log, but in the list of executions.
			expect(unshown()).toBe(5);
			const meanwhile = customer.add();
			await customer.polled(3);
			const executions = await bench().executions(id);
			expect(executions).toHaveLength(1);
			expect(executions[0]?.description).toContain('The faxes that come meanwhile start the workflow');

			customer.outage = undefined;
			expect(await bench().untilPassed(id, 1)).toEqual([meanwhile]);
			expect(failedOf(await bench().executions(id))).toHaveLength(1);
		},
	);

	it.concurrent('that ends sooner shows nowhere but in the log', async () => {
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
});

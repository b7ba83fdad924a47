import { failedOf, until, usePollingBench } from '../support/pollingBench';

const bench = usePollingBench();

const NEVER = Number.MAX_SAFE_INTEGER;
it('while the service does not answer, or refuses the token, a restart of n8n keeps the trigger alive', async () => {
	const flows = await Promise.all(
		(['expired', 500, 'silence', 'hang-up'] as const).map(async (what) => {
			const customer = await bench().customer();
			const id = await bench().activate(customer);
			return { what, customer, id, before: customer.add(), while: '' };
		}),
	);
	for (const { id } of flows) await bench().untilPassed(id, 1);

	for (const { what, customer } of flows) {
		if (what === 'expired') customer.token.expiresAt = 0;
		else customer.outage = what;
	}
	await bench().n8n.shutDown();
	for (const flow of flows) flow.while = flow.customer.add();
	await bench().n8n.restart();
	// What a person has to mend shows at the first poll after the start; an outage does not yet.
	await Promise.all(
		flows.map(async ({ what, customer, id }) => {
			if (what !== 'expired') await customer.polled();
			else await until(async () => failedOf(await bench().executions(id))[0]);
		}),
	);
	for (const { what, customer, id } of flows) {
		customer.token.expiresAt = NEVER;
		customer.outage = undefined;
		if (what === 'expired') await bench().endPause(id);
	}

	for (const flow of flows) {
		expect(await bench().untilPassed(flow.id, 2)).toEqual([flow.before, flow.while]);
		const failed = failedOf(await bench().executions(flow.id));
		expect([flow.what, failed.map(({ message }) => message)]).toEqual([
			flow.what,
			flow.what === 'expired' ? [expect.stringContaining('HTTP 401')] : [],
		]);
	}
});

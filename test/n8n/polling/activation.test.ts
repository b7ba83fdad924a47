import { failedOf, until, usePollingBench } from './support';

const bench = usePollingBench();

const NEVER = Number.MAX_SAFE_INTEGER;

describe('A first publish that cannot work fails, and says why in one message:', () => {
	it.concurrent('a token that has expired', async () => {
		const customer = await bench().customer();
		customer.token.expiresAt = 0;
		const id = await bench().create(bench().trigger(customer));
		const told = await bench().n8n.api.publishInVain(id);
		expect(told).toMatch(/HTTP 401\)\. Enter a new access token/);
		await bench().n8n.api.deactivate(id);
	});

	it.concurrent('a typo in Numbers', async () => {
		const customer = await bench().customer();
		const id = await bench().create(bench().trigger(customer, { channels: '0555 123' }));
		expect(await bench().n8n.api.publishInVain(id)).toMatch(/"0555 123" is not a number/);
		await bench().n8n.api.deactivate(id);
	});
});

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
	for (const { customer } of flows) {
		customer.token.expiresAt = NEVER;
		customer.outage = undefined;
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

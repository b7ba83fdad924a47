import { node, workflow } from '../../../tools/harness/n8n/workflows';
import { DONE, failedOf, TRIGGER, until, usePollingBench } from '../support/pollingBench';

const bench = usePollingBench();

const NEVER = Number.MAX_SAFE_INTEGER;
it("while Fax.Plus doesn't answer, or refuses the token, a trigger survives a restart of n8n", async () => {
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
	// The first poll after the start reports a problem that people must fix, but not an outage.
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

it("neither of two polling triggers that were published one after the other loses a fax in a kill, although the older one overwrites the newer one's static data", async () => {
	const { n8n } = bench();
	const [older, newer] = [await bench().customer(), await bench().customer()];
	const trigger = bench().trigger(older);
	const id = await bench().activate(older, trigger);
	const { nodes, connections } = workflow('', [trigger, node(DONE, 'n8n-nodes-base.noOp')]);
	const added = { ...bench().trigger(newer), id: 'Fax 2', name: 'Fax 2' };
	const both = { ...connections, 'Fax 2': connections[TRIGGER] ?? {} };
	await n8n.api.updateWorkflow(id, { nodes: [...nodes, added], connections: both });
	await n8n.api.publish(id);
	await newer.polled();

	const faxes = [newer.add()];
	await bench().untilPassed(id, 1);
	faxes.push(older.add());
	await bench().untilPassed(id, 2);
	await n8n.kill();
	faxes.push(newer.add(), older.add());
	await n8n.restart();

	expect((await bench().untilPassed(id, 4)).sort()).toEqual(faxes.sort());
	await Promise.all([older.polled(2), newer.polled(2)]);
	expect(await bench().passedIds(id)).toHaveLength(4);
});

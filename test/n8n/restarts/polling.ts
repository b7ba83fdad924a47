import { setTimeout as pause } from 'node:timers/promises';
import { node } from '../../../harness/n8n/workflows';
import { letPass } from '../support/letPass';
import { failedOf, faxIdOf, until, usePollingBench } from '../support/pollingBench';

const bench = usePollingBench();

const NEVER = Number.MAX_SAFE_INTEGER;
const HOUR = 3_600_000;

/** So long that n8n is killed amid it, the first time. */
const takesLong = node(
	'Takes long',
	'n8n-nodes-base.wait',
	{ resume: 'timeInterval', amount: '={{ $json.isAgain ? 1 : 60 }}', unit: 'seconds' },
	{ typeVersion: 1.1 },
);

it('a fax comes again after a kill of n8n, unless it is read by then', async () => {
	const { n8n } = bench();
	const customer = await bench().customer();
	const trigger = bench().trigger(customer, { options: { againUntilRead: 4 } });
	const id = await bench().activate(customer, trigger, takesLong);
	// Only what began after the option counts.
	await pause(2_000);
	const [unread, read] = [customer.add(), customer.add()];
	const isUnderWay = async () => (await n8n.api.listExecutions(id))[0]?.status === 'running';
	await until(async () => (await isUnderWay()) || undefined);
	await pause(3_000);
	await n8n.kill();

	const faxes = [unread, read].flatMap((faxId) => customer.account.faxes.get(faxId) ?? []);
	for (const fax of faxes) fax.isRead = fax.id === read;
	await letPass(n8n, id, faxes, 5 * HOUR);
	await n8n.restart();

	const items = await until(async () => {
		const passed = (await bench().endedExecutions(id)).flatMap((execution) => execution.items);
		return passed.length > 0 ? passed : undefined;
	});
	expect(items.map((item) => [faxIdOf(item), item.json['isAgain'], item.json['attempt']])).toEqual([
		[unread, true, 2],
	]);
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

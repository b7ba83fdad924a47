import { setTimeout as pause } from 'node:timers/promises';
import { node } from '../../../harness/n8n/workflows';
import { letPass } from '../support/letPass';
import { faxIdOf, until, usePollingBench } from './support';

const bench = usePollingBench();

const HOUR = 3_600_000;

/** So long that n8n is killed amid it. */
const takesLong = node(
	'Takes long',
	'n8n-nodes-base.wait',
	{ resume: 'timeInterval', amount: 15, unit: 'seconds' },
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

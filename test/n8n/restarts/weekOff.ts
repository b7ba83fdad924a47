import { parseTime, serviceTime } from '../../../tools/simulator/faxing/times';
import { usePollingBench } from '../support/pollingBench';

const bench = usePollingBench();

/** More than the five hundred faxes that a poll hands over. */
const FAXES = 520;

const WEEK = 7 * 24 * 3_600_000;

it('after a week with n8n off, all faxes start the workflow, oldest first', async () => {
	const customer = await bench().customer();
	// The workflow has no later data, so it looks as if n8n has been off since then.
	customer.add({}, WEEK / 1000);
	const id = await bench().activate(customer);
	await bench().n8n.shutDown();
	const now = Date.now();
	const times = Array.from({ length: FAXES }, (_, index) => now - WEEK + ((index + 1) * WEEK) / (FAXES + 1));
	const ids = times.map((time) => customer.add({ startTime: serviceTime(time) }));
	const from = bench().n8n.log.length;
	await bench().n8n.restart();

	expect(await bench().untilPassed(id, FAXES)).toEqual(ids);

	expect(bench().n8n.log.slice(from)).not.toContain('a poll failed');
	const executions = await bench().executions(id);
	expect(executions.filter(({ status }) => status !== 'success')).toEqual([]);
	const begun = executions[0]?.items.map(({ json }) => (json['data'] as { start_time: string }).start_time);
	expect(parseTime(begun?.[0] ?? '')).toBeLessThan(now - WEEK + WEEK / 100);
});

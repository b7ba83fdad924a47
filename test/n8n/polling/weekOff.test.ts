import { parseTime, serviceTime } from '../../../simulator/faxing/times';
import { residentMegabytes, watchMemory } from '../../support/memory';
import { usePollingBench } from './support';

const bench = usePollingBench();

/** Each poll passes on five hundred; in its full size this test takes 10,000. */
const FAXES = Number(process.env['FAXES_OFF'] ?? 1_200);

const WEEK = 7 * 24 * 3_600_000;
const LIMIT_MS = 1_200_000;

it(
	'after a week in which n8n was off all faxes come, oldest first',
	async () => {
		const customer = await bench().customer();
		// The workflow knows of nothing later: to it, n8n was off from then on.
		customer.add({}, WEEK / 1000);
		const id = await bench().activate(customer);
		await bench().n8n.shutDown();
		const now = Date.now();
		const times = Array.from(
			{ length: FAXES },
			(_, index) => now - WEEK + ((index + 1) * WEEK) / (FAXES + 1),
		);
		const ids = times.map((time) => customer.add({ startTime: serviceTime(time) }));
		const from = bench().n8n.log.length;
		const before = customer.requests.length;
		await bench().n8n.restart();
		const { pid } = bench().n8n;
		const atStart = await residentMegabytes(pid);

		const peakOf = watchMemory(pid);
		const passed = await bench().untilPassed(id, FAXES, LIMIT_MS);
		const seconds = Math.round((Date.now() - now) / 1000);
		const peak = peakOf();

		console.log(
			`${FAXES} faxes after a week off: all passed in ${seconds} s, start of n8n included, ${customer.requests.length - before} requests; memory ${atStart} MB at the start, ${peak} MB at the most`,
		);
		expect(passed).toEqual(ids);
		expect(bench().n8n.log.slice(from)).not.toContain('a poll failed');
		const executions = await bench().executions(id);
		expect(executions.filter(({ status }) => status !== 'success')).toEqual([]);
		const begun = executions[0]?.items.map(({ json }) => (json['data'] as { start_time: string }).start_time);
		expect(parseTime(begun?.[0] ?? '')).toBeLessThan(now - WEEK + WEEK / 100);
	},
	LIMIT_MS + 120_000,
);

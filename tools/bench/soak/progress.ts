import { residentMegabytes } from '../../harness/processes/residentMemory';
import type { Bench } from './bench';
import { write, type Circumstances } from './report';
import type { Soak } from './soak';

const MINUTE = 60_000;

/**
 * Every minute, prints the progress of a run, writes its result so far, and retries crashed executions.
 *
 * @returns a function that stops the progress reports
 */
export function showProgress(bench: Bench, soak: Soak, circumstances: Circumstances): () => void {
	let before = 0;
	const show = async () => {
		const { deliveries, faxes, sends } = bench.outstanding;
		const begun = bench.webhook.faxes.all.length + bench.polling.faxes.all.length + bench.sends.asked.length;
		const done = begun - deliveries - faxes - sends;
		const { main } = bench.rig;
		const memory = main.isRunning ? await residentMegabytes(main.pid).catch(() => 0) : 0;
		const rate = ((done - before) / 60).toFixed(1);
		before = done;
		const missing = `outstanding ${deliveries} deliveries, ${faxes} faxes, ${sends} sends`;
		console.log(`${soak.minutes.toFixed(0)} min: ${done} done, ${missing}, ${rate} a second, ${memory} MB`);
		await write(circumstances, soak.outcome, '-progress');
		// n8n may be down right now. In that case, the next check finds the executions.
		await bench.retryFailed().catch(() => undefined);
	};
	const timer = setInterval(() => {
		void show().catch(console.error);
	}, MINUTE);
	return () => {
		clearInterval(timer);
	};
}

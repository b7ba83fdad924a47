import { setMaxListeners } from 'node:events';
import { writeFile } from 'node:fs/promises';

import { Bench } from './bench';
import { readOptions } from './options';
import { showProgress } from './progress';
import { circumstancesOf, print, problemsOf, write } from './report';
import { scheduleOf, scheduleOfMissed } from './schedule';
import { Soak } from './soak';

/**
 * Processes the faxes of a year in two hours, with restarts, publishes and outages: `npm run soak -- --events 30000
 * --minutes 120 --seed 1 --mode regular`.
 *
 * It can also test a run in which a third of the faxes have no webhook: `npm run soak -- --faxes 2000 --secret right --keys
 * all`.
 *
 * SIGINT ends a run early but cleanly. A run fails if a fax is lost, or if it starts a workflow twice without an excuse.
 */
async function main(): Promise<void> {
	const options = readOptions(process.argv.slice(2));
	const stopping = new AbortController();
	// Each wait adds a listener, and Node.js would warn about so many.
	setMaxListeners(0, stopping.signal);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => {
			console.log('It is being stopped: what was begun is waited for, then comes the report');
			stopping.abort();
		});
	}
	const bench = await Bench.start(options, stopping.signal);
	try {
		const circumstances = await circumstancesOf(options, bench.rig);
		if (bench.webhook.faxes.findsMissed && options.mode === 'regular') await bench.swallow();
		const schedule = options.keys ? scheduleOfMissed(options) : scheduleOf(options);
		const soak = new Soak(bench, schedule, stopping.signal);
		const endProgress = showProgress(bench, soak, circumstances);
		try {
			await soak.run();
		} finally {
			endProgress();
			const file = await write(circumstances, soak.outcome);
			print(circumstances, soak.outcome);
			await writeFile(`${file}.log`, bench.rig.processes.map(([, { log }]) => log).join('\n'));
			console.log(`Written to ${file}`);
		}
		if (problemsOf(soak.outcome).length > 0) process.exitCode = 1;
	} finally {
		await bench.stop();
	}
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});

import { N8n, type N8nOptions } from '../n8n';
import { Supervisor } from '../queue/supervisor';
import type { Period } from './tally';

/** An n8n instance with one or more processes, which a supervisor keeps running. `QueueMode` is one, too. */
export interface Rig {
	/** The process with the REST API. */
	main: N8n;
	/** All processes with their names, starting with the main process. */
	processes: ReadonlyArray<readonly [string, N8n]>;
	supervisor: Supervisor;
	/** Base URLs of the processes that receive webhook calls. */
	addresses: readonly string[];
	stop: () => Promise<void>;
}

/**
 * Starts n8n as most people run it, in one process with SQLite, which a supervisor restarts. The caller must stop it.
 */
export async function startRegularMode(options: N8nOptions = {}): Promise<Rig> {
	const main: N8n = await N8n.start(options);
	const supervisor = new Supervisor();
	supervisor.watch('n8n', main);
	return {
		main,
		processes: [['n8n', main]],
		supervisor,
		addresses: [main.publicUrl],
		stop: async () => {
			try {
				await supervisor.stop();
			} finally {
				await main.stop();
			}
		},
	};
}

/** Kills the main process, and waits until it runs again. */
export async function killMain({ main, supervisor }: Pick<Rig, 'main' | 'supervisor'>): Promise<void> {
	await main.kill();
	await supervisor.untilAllRun();
}

/** Does something that disturbs n8n. Returns the period until all processes run again. */
export async function disturb({ supervisor }: Pick<Rig, 'supervisor'>, work: () => unknown): Promise<Period> {
	const from = Date.now();
	await work();
	await supervisor.untilAllRun();
	return { from, to: Date.now() };
}

import { startSimulator, type Simulator } from '../../../tools/simulator';
import { listen, RETRIES, type Listener, type ListenOptions } from '../../../tools/harness/endurance';
import { lazyExpressions } from '../../../tools/harness/n8n';
import { QueueMode } from '../../../tools/harness/queue/queueMode';
import { n8nVersionsOf, serverVersionsOf } from '../../../tools/bench/figures/versions';
import type { FiguresName } from '../../../tools/bench/figures/names';
import { useStarted } from '../../support/startedBench';
import { report } from './report';
import { Scenarios } from './scenario';

/**
 * Database connections of each process, as docs/operating.md recommends. With n8n's default of 2, a restart of PostgreSQL
 * loses deliveries.
 */
const DB_POSTGRESDB_POOL_SIZE = process.env['DB_POSTGRESDB_POOL_SIZE'] ?? '10';

/** With these settings, n8n notices within 30 seconds that a worker is gone. The default is 90 seconds. */
const NOTICED_SOON = {
	QUEUE_WORKER_LOCK_DURATION: '20000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

/** Settings of n8n in queue mode that all tests share. */
export const queueEnvironment = { ...lazyExpressions, ...NOTICED_SOON, DB_POSTGRESDB_POOL_SIZE };

/** n8n in queue mode, the simulator, and a workflow that listens for deliveries. */
interface QueueBench {
	queueMode: QueueMode;
	simulator: Simulator;
	scenarios: Scenarios;
	listener: Listener;
	stop: () => Promise<void>;
}

/**
 * Starts queue mode once for all tests of a file, because it needs seven servers. Stops it after the last test.
 *
 * @param name name of the file's figures
 */
export function useQueueMode(name: FiguresName, listening: ListenOptions = {}): () => QueueBench {
	return useStarted(async () => await startBench(name, listening));
}

async function startBench(name: FiguresName, listening: ListenOptions): Promise<QueueBench> {
	const env = {
		...queueEnvironment,
		// This is the default in n8n 3.0.
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	};
	const queueMode = await QueueMode.start({ env });
	const simulator = await startSimulator({ ca: queueMode.front.certificate, retrySchedule: RETRIES });
	const stop = async () => {
		await queueMode.stop();
		await simulator.stop();
	};
	try {
		const scenarios = new Scenarios(queueMode, simulator);
		const listener = await listen(queueMode.main, simulator, listening);
		const finish = async () => {
			report(name, {
				options: { 'connections a process': DB_POSTGRESDB_POOL_SIZE },
				versions: await versionsOf(queueMode),
			});
			await listener.stop();
			await stop();
		};
		return { queueMode, simulator, scenarios, listener, stop: finish };
	} catch (error) {
		await stop();
		throw error;
	}
}

async function versionsOf(queueMode: QueueMode): Promise<Record<string, string>> {
	return { ...(await n8nVersionsOf(queueMode.main.version)), ...(await serverVersionsOf(queueMode)) };
}

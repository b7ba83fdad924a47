import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import type { N8n } from '../../harness/n8n';
import { querySqlite } from '../../harness/n8n/database';
import { serverVersionsOf } from '../figures/versions';
import { startQueueMode, startRegularMode, type Rig } from '../queue/support';
import type { Mode } from './options';

const MEGABYTE = 1024 * 1024;
/** No run depends on how fast a busy machine starts n8n. */
const START_LIMIT_MS = 900_000;

const LOOK_MS = 100;
const LOOKS = 600;

/** The n8n of a run. */
export interface SoakRig extends Rig {
	/** By their names, the main process first. */
	processes: ReadonlyArray<readonly [string, N8n]>;
	/** Reads n8n's own database. */
	rows: <Row>(sql: string) => Promise<Row[]>;
	databaseMegabytes: () => Promise<number>;
	/** A process's memory after its garbage was collected, in megabytes. */
	memoryOf: (n8n: N8n) => Promise<Memory>;
	/** What stands beside n8n, for the report. */
	servers: Record<string, string>;
	stop: () => Promise<void>;
}

/** In megabytes. */
export interface Memory {
	/** What is left of the heap after the garbage was collected. */
	heap: number;
	resident: number;
}

/** Starts n8n in regular mode with SQLite, or in queue mode with PostgreSQL and Redis; the caller stops it. */
export async function startRig(mode: Mode): Promise<SoakRig> {
	const folder = await mkdtemp(join(tmpdir(), 'soak-'));
	const env = {
		N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
		NODE_OPTIONS: `--require ${join(__dirname, 'collectGarbage.js')}`,
		MEMORY_FOLDER: folder,
	};
	const rig = await (mode === 'queue' ? queueMode(env) : regularMode(env));
	return {
		...rig,
		memoryOf: async (n8n) => await memoryOf(n8n, folder),
		stop: async () => {
			await rig.stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

async function regularMode(env: Record<string, string>): Promise<Omit<SoakRig, 'memoryOf'>> {
	const rig = await startRegularMode({ env, startLimitMs: START_LIMIT_MS });
	const { main } = rig;
	const file = join(main.userFolder, '.n8n', 'database.sqlite');
	return {
		...rig,
		processes: [['n8n', main]],
		rows: async (sql) => await querySqlite(main, sql),
		databaseMegabytes: async () => ((await sizeOf(file)) + (await sizeOf(`${file}-wal`))) / MEGABYTE,
		servers: { database: 'SQLite' },
	};
}

async function queueMode(env: Record<string, string>): Promise<Omit<SoakRig, 'memoryOf'>> {
	const rig = await startQueueMode({ env: { ...env, DB_POSTGRESDB_POOL_SIZE: '10' } });
	const { main, supervisor, addresses, postgres, redis } = rig;
	return {
		main,
		supervisor,
		addresses,
		processes: [
			['main', main],
			...rig.webhooks.map((n8n, index) => [`webhook ${index + 1}`, n8n] as const),
			...rig.workers.map((n8n, index) => [`worker ${index + 1}`, n8n] as const),
		],
		rows: async (sql) => await postgres.rows(sql),
		databaseMegabytes: async () => {
			const sql = 'select pg_database_size(current_database()) as bytes';
			const [row] = await postgres.rows<{ bytes: number }>(sql);
			return (row?.bytes ?? NaN) / MEGABYTE;
		},
		servers: await serverVersionsOf({ postgres, redis }),
		stop: async () => {
			await rig.stop();
		},
	};
}

async function sizeOf(file: string): Promise<number> {
	return await stat(file).then(
		({ size }) => size,
		() => 0,
	);
}

async function memoryOf({ pid }: N8n, folder: string): Promise<Memory> {
	const file = join(folder, `${pid}.json`);
	await rm(file, { force: true });
	process.kill(pid, 'SIGUSR2');
	for (let look = 0; look < LOOKS; look++) {
		const text = await readFile(file, 'utf8').catch(() => undefined);
		if (text !== undefined) {
			const { heapUsed, rss } = JSON.parse(text) as { heapUsed: number; rss: number };
			return { heap: heapUsed / MEGABYTE, resident: rss / MEGABYTE };
		}
		await pause(LOOK_MS);
	}
	throw new Error(`Process ${pid} does not tell its memory`);
}

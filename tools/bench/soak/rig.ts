import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { lazyExpressions, type N8n } from '../../harness/n8n';
import { querySqlite } from '../../harness/n8n/database';
import { HeldMemory, type Memory } from '../../../test/support/heldMemory';
import { serverVersionsOf } from '../figures/versions';
import { QueueMode, startRegularMode, type Rig } from '../../../test/queue/support';
import type { Mode } from './options';

const MEGABYTE = 1024 * 1024;
/** Limit for the start of n8n, in milliseconds. It's high, so that no run depends on the speed of a busy machine. */
const START_LIMIT_MS = 900_000;

/** The n8n processes of a run. */
export interface SoakRig extends Rig {
	/** All processes with their names, starting with the main process. */
	processes: ReadonlyArray<readonly [string, N8n]>;
	/** Reads rows from n8n's own database. */
	rows: <Row>(sql: string) => Promise<Row[]>;
	/** Changes n8n's own database. */
	write: (sql: string) => Promise<unknown>;
	databaseMegabytes: () => Promise<number>;
	/** Memory of a process after a garbage collection, in megabytes. */
	memoryOf: (n8n: N8n) => Promise<Memory>;
	/** The database and other servers that n8n uses, for the report. */
	servers: Record<string, string>;
	stop: () => Promise<void>;
}

/** Starts n8n in regular mode with SQLite, or in queue mode with PostgreSQL and Redis. The caller must stop it. */
export async function startRig(mode: Mode): Promise<SoakRig> {
	const memory = await HeldMemory.start();
	const env = { ...lazyExpressions, ...memory.env };
	const rig = await (mode === 'queue' ? queueMode(env) : regularMode(env)).catch(async (error: unknown) => {
		await memory.stop();
		throw error;
	});
	return {
		...rig,
		memoryOf: async (n8n) => await memory.of(n8n),
		stop: async () => {
			await rig.stop();
			await memory.stop();
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
		write: async (sql) => await querySqlite(main, sql),
		databaseMegabytes: async () => ((await sizeOf(file)) + (await sizeOf(`${file}-wal`))) / MEGABYTE,
		servers: { database: 'SQLite' },
	};
}

async function queueMode(env: Record<string, string>): Promise<Omit<SoakRig, 'memoryOf'>> {
	const rig = await QueueMode.start({ env: { ...env, DB_POSTGRESDB_POOL_SIZE: '10' } });
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
		write: async (sql) => await postgres.run(sql),
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

import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { startRegularMode, type Rig } from '../../harness/endurance';
import { lazyExpressions, type N8n } from '../../harness/n8n';
import { querySqlite } from '../../harness/n8n/database';
import { HeldMemory, type Memory } from '../../harness/n8n/heldMemory';
import { QueueMode } from '../../harness/queue/queueMode';
import { serverVersionsOf } from '../figures/versions';
import type { Mode } from './options';

const MEGABYTE = 1024 * 1024;
/** Limit for the start of n8n, in milliseconds. It's high, so that no run depends on the speed of a busy machine. */
const START_LIMIT_MS = 900_000;

/** n8n's own database. */
interface Database {
	rows: <Row>(sql: string) => Promise<Row[]>;
	write: (sql: string) => Promise<unknown>;
	megabytes: () => Promise<number>;
}

/** What differs between the modes. */
interface Started {
	rig: Rig;
	database: Database;
	/** The database and other servers that n8n uses, for the report. */
	servers: Record<string, string>;
}

/** The n8n processes of a run. */
export interface SoakRig extends Rig, Omit<Started, 'rig'> {
	/** Memory of a process after a garbage collection, in megabytes. */
	memoryOf: (n8n: N8n) => Promise<Memory>;
}

/** Starts n8n in regular mode with SQLite, or in queue mode with PostgreSQL and Redis. The caller must stop it. */
export async function startRig(mode: Mode): Promise<SoakRig> {
	const memory = await HeldMemory.start();
	const env = { ...lazyExpressions, ...memory.env };
	const starting = mode === 'queue' ? queueMode(env) : regularMode(env);
	const { rig, ...others } = await starting.catch(async (error: unknown) => {
		await memory.stop();
		throw error;
	});
	const { main, processes, supervisor, addresses } = rig;
	return {
		...{ main, processes, supervisor, addresses },
		...others,
		memoryOf: async (n8n) => await memory.of(n8n),
		stop: async () => {
			await rig.stop();
			await memory.stop();
		},
	};
}

async function regularMode(env: Record<string, string>): Promise<Started> {
	const rig = await startRegularMode({ env, startLimitMs: START_LIMIT_MS });
	const { main } = rig;
	const file = join(main.userFolder, '.n8n', 'database.sqlite');
	const database: Database = {
		rows: async (sql) => await querySqlite(main, sql),
		write: async (sql) => await querySqlite(main, sql),
		megabytes: async () => ((await sizeOf(file)) + (await sizeOf(`${file}-wal`))) / MEGABYTE,
	};
	return { rig, database, servers: { database: 'SQLite' } };
}

async function queueMode(env: Record<string, string>): Promise<Started> {
	const rig = await QueueMode.start({ env: { ...env, DB_POSTGRESDB_POOL_SIZE: '10' } });
	const { postgres } = rig;
	const database: Database = {
		rows: async (sql) => await postgres.rows(sql),
		write: async (sql) => await postgres.run(sql),
		megabytes: async () => {
			const sql = 'select pg_database_size(current_database()) as bytes';
			const [row] = await postgres.rows<{ bytes: number }>(sql);
			return (row?.bytes ?? NaN) / MEGABYTE;
		},
	};
	return { rig, database, servers: await serverVersionsOf(rig) };
}

async function sizeOf(file: string): Promise<number> {
	return await stat(file).then(
		({ size }) => size,
		() => 0,
	);
}

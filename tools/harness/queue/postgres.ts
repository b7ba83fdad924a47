import { execFileSync } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { runCommand } from '../processes/runCommand';
import { ServerProcess } from '../processes/serverProcess';
import { findFreePort } from '../ports';
import { findPostgresFolder } from '../programs';

const USER = 'n8n';

/** A separate PostgreSQL server with an empty database, in a temporary folder and on the loopback interface. */
export class Postgres {
	private constructor(
		private readonly programs: string,
		private readonly folder: string,
		readonly port: number,
		private server: ServerProcess | undefined,
	) {}

	/** Creates a database cluster and starts the server. */
	static async start(): Promise<Postgres> {
		const programs = findPostgresFolder();
		if (programs === undefined) throw new Error('PostgreSQL is missing (Debian: apt-get install postgresql)');
		const folder = await mkdtemp(join(tmpdir(), 'postgres-'));
		await giveToServer(folder);
		const postgres = new Postgres(programs, folder, await findFreePort(), undefined);
		try {
			const initdb = join(programs, 'initdb');
			const flags = ['--username', USER, '--auth', 'trust', '--encoding', 'UTF8', '--no-sync'];
			await runCommand(...asServerUser(initdb, [...flags, postgres.dataFolder]), { cwd: folder });
			await postgres.launch();
			await runCommand(join(programs, 'createdb'), [...postgres.connection(), 'n8n'], { cwd: folder });
		} catch (error) {
			await postgres.stop();
			throw error;
		}
		return postgres;
	}

	/** Settings for n8n's connection to the server. */
	get env(): Record<string, string> {
		return {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(this.port),
			DB_POSTGRESDB_USER: USER,
			DB_POSTGRESDB_DATABASE: 'n8n',
		};
	}

	/** Queries the database and returns the rows as objects. */
	async rows<T>(query: string): Promise<T[]> {
		const wrapped = `select coalesce(json_agg(rows), '[]') from (${query}) rows`;
		return JSON.parse(await this.run(wrapped)) as T[];
	}

	/** Changes the database and returns the output of psql. */
	async run(sql: string): Promise<string> {
		const flags = ['--no-psqlrc', '--tuples-only', '--no-align', '--dbname', 'n8n', '--command', sql];
		return await runCommand(join(this.programs, 'psql'), [...this.connection(), ...flags], {
			cwd: this.folder,
		});
	}

	/** Ends all connections and the server, as a package upgrade does, and starts the server again. */
	async restart(downMilliseconds: number): Promise<void> {
		await this.shutDown();
		await pause(downMilliseconds);
		await this.launch();
	}

	async stop(): Promise<void> {
		await this.shutDown();
		await rm(this.folder, { recursive: true, force: true });
	}

	/** Name and version of the server, for a report. */
	async version(): Promise<string> {
		const [row] = await this.rows<{ server_version: string }>(
			"select current_setting('server_version') as server_version",
		);
		return `PostgreSQL ${row?.server_version ?? ''}`;
	}

	private get dataFolder(): string {
		return join(this.folder, 'data');
	}

	private connection(): string[] {
		return ['--host', '127.0.0.1', '--port', String(this.port), '--username', USER];
	}

	private async launch(): Promise<void> {
		const flags = ['-D', this.dataFolder, '-p', String(this.port), '-h', '127.0.0.1', '-k', this.folder];
		const postgres = asServerUser(join(this.programs, 'postgres'), flags);
		this.server = await ServerProcess.start(...postgres, { cwd: this.folder });
		await this.server.waitForLog(/database system is ready to accept connections/);
	}

	/** SIGINT starts PostgreSQL's fast shutdown, while SIGTERM would wait until all clients have disconnected. */
	private async shutDown(): Promise<void> {
		await this.server?.stop('SIGINT');
		this.server = undefined;
	}
}

/** PostgreSQL refuses to run as root. In that case, it runs as the user that its package created. */
function asServerUser(program: string, parameters: string[]): [string, string[]] {
	if (process.getuid?.() !== 0) return [program, parameters];
	const flags = ['--reuid', 'postgres', '--regid', 'postgres', '--clear-groups'];
	return ['setpriv', [...flags, program, ...parameters]];
}

async function giveToServer(folder: string): Promise<void> {
	if (process.getuid?.() !== 0) return;
	const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
	await chown(folder, id('-u'), id('-g'));
}

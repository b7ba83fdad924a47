import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { ServerProcess } from '../processes/serverProcess';
import { findFreePort } from '../ports';

/** A separate Redis server in a temporary folder and on the loopback interface. It keeps its data during a restart. */
export class Redis {
	private constructor(
		private readonly folder: string,
		readonly port: number,
		private server: ServerProcess | undefined,
	) {}

	static async start(): Promise<Redis> {
		const folder = await mkdtemp(join(tmpdir(), 'redis-'));
		const redis = new Redis(folder, await findFreePort(), undefined);
		try {
			await redis.launch();
		} catch (error) {
			await redis.stop();
			throw error;
		}
		return redis;
	}

	/** Settings for n8n's connection to the server. */
	get env(): Record<string, string> {
		return { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: String(this.port) };
	}

	/** Ends the server in an orderly way, which saves its data, and starts it again. */
	async restart(downMilliseconds: number): Promise<void> {
		await this.server?.stop();
		await pause(downMilliseconds);
		await this.launch();
	}

	async stop(): Promise<void> {
		await this.server?.stop();
		await rm(this.folder, { recursive: true, force: true });
	}

	/** Name and version of the server, for a report. */
	version(): string {
		const text = execFileSync('redis-server', ['--version'], { encoding: 'utf8' });
		return `Redis ${/v=(\S+)/.exec(text)?.[1] ?? ''}`;
	}

	private async launch(): Promise<void> {
		// The save points are the defaults of Redis.
		const flags = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.folder];
		const save = ['--save', '3600 1 300 100 60 10000'];
		this.server = await ServerProcess.start('redis-server', [...flags, ...save], { cwd: this.folder });
		await this.server.waitForLog(/Ready to accept connections/);
	}
}

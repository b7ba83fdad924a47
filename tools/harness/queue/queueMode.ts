import { createCertificate, HttpsFront, N8N_READINESS_PATH } from '../httpsFront';
import { N8n, packPackage, type N8nVersion } from '../n8n';
import { findFreePort } from '../ports';
import { startTogether } from '../processes/startTogether';
import { Postgres } from './postgres';
import { Redis } from './redis';
import { Supervisor } from './supervisor';

export interface QueueModeOptions {
	/** n8n version. The default is the version under test. */
	version?: N8nVersion;
	/** Variables for the environment of every n8n process. */
	env?: Record<string, string>;
}

/**
 * n8n as large installations run it: a main process, two webhook processes and two workers, with PostgreSQL and Redis. A
 * supervisor restarts processes that end.
 */
export class QueueMode {
	readonly supervisor = new Supervisor();

	private constructor(
		readonly postgres: Postgres,
		readonly redis: Redis,
		/** HTTPS address of the webhooks. Its requests go to the webhook processes in turn. */
		readonly front: HttpsFront,
		/** Separate HTTPS addresses, one for each webhook process. */
		private readonly ownFronts: readonly HttpsFront[],
		readonly main: N8n,
		readonly webhooks: readonly N8n[],
		readonly workers: readonly N8n[],
	) {
		for (const [name, n8n] of this.processes) this.supervisor.watch(name, n8n);
	}

	/** Starts all processes, which takes about a minute. The caller must stop them. */
	static async start({ env = {}, ...options }: QueueModeOptions = {}): Promise<QueueMode> {
		const opened: Array<{ stop: () => Promise<void> }> = [];
		const keep = <T extends { stop: () => Promise<void> }>(server: T): T => {
			opened.unshift(server);
			return server;
		};
		try {
			const certificate = await createCertificate();
			const startFront = async (targets: string[] = []) =>
				keep(await HttpsFront.start({ targets, certificate, readinessPath: N8N_READINESS_PATH }));
			const [postgres, redis, front] = await startTogether([
				Postgres.start().then(keep),
				Redis.start().then(keep),
				startFront(),
			]);
			const shared = {
				...postgres.env,
				...redis.env,
				// Test URLs start with this address.
				N8N_EDITOR_BASE_URL: front.url,
				...env,
				EXECUTIONS_MODE: 'queue',
			};
			await packPackage();
			const start = async (command: 'start' | 'webhook' | 'worker') => {
				const port = await findFreePort();
				// A worker listens on a port only with these settings.
				const health = { QUEUE_HEALTH_CHECK_ACTIVE: 'true', QUEUE_HEALTH_CHECK_PORT: String(port) };
				return keep(
					await N8n.start({
						...options,
						command,
						front,
						port,
						env: { ...shared, ...(command === 'worker' ? health : {}) },
					}),
				);
			};
			// The main process starts alone, because it creates the database schema.
			const main = await start('start');
			const [webhooks, workers] = await startTogether([
				startTogether([start('webhook'), start('webhook')]),
				startTogether([start('worker'), start('worker')]),
			]);
			front.setTargets(webhooks.map(address), [address(main)]);
			const ownFronts = await startTogether(
				webhooks.map(async (webhook) => await startFront([address(webhook)])),
			);
			return new QueueMode(postgres, redis, front, ownFronts, main, webhooks, workers);
		} catch (error) {
			for (const server of opened) await server.stop().catch(() => undefined);
			throw error;
		}
	}

	/** All processes with their names, starting with the main process. */
	get processes(): ReadonlyArray<readonly [string, N8n]> {
		return [
			['main', this.main],
			...this.webhooks.map((n8n, index) => [`webhook ${index + 1}`, n8n] as const),
			...this.workers.map((n8n, index) => [`worker ${index + 1}`, n8n] as const),
		];
	}

	/** Base addresses of the webhook processes, each behind a proxy that checks whether the process is ready. */
	get addresses(): string[] {
		return this.ownFronts.map(({ url }) => url);
	}

	async stop(): Promise<void> {
		try {
			await this.supervisor.stop();
		} finally {
			const processes = this.processes.map(([, n8n]) => n8n);
			await Promise.allSettled(processes.map((n8n) => n8n.kill()));
			await Promise.allSettled(processes.map((n8n) => n8n.stop()));
			const servers = [this.redis, this.postgres, this.front, ...this.ownFronts];
			await Promise.allSettled(servers.map((server) => server.stop()));
		}
	}
}

function address({ url }: N8n): string {
	return url.replace('localhost', '127.0.0.1');
}

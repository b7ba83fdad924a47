import axios, { AxiosError } from 'axios';

const LOOK_MS = 500;
const TIMEOUT_MS = 10_000;

/**
 * Which servers may get requests, as a reverse proxy's health checks tell: those that have said they are ready, and have
 * not gone since. A server that is slow to say so stays what it was. By hand, as proxies that are libraries check no health.
 */
export class Readiness {
	private readonly ready = new Set<string>();

	private readonly timer: NodeJS.Timeout;

	/** @param path what a server answers with 200 when it is ready */
	constructor(private readonly path: string) {
		this.timer = setInterval(() => {
			for (const server of this.ready) void this.look(server);
		}, LOOK_MS).unref();
	}

	/** Whether a server may get a request now. Looks at once at one that was not ready before. */
	async isReady(server: string): Promise<boolean> {
		if (!this.ready.has(server)) await this.look(server);
		return this.ready.has(server);
	}

	/** Tells that a server has not answered a request. */
	doubt(server: string): void {
		this.ready.delete(server);
	}

	stop(): void {
		clearInterval(this.timer);
	}

	private async look(server: string): Promise<void> {
		try {
			await axios.get(server + this.path, {
				timeout: TIMEOUT_MS,
				validateStatus: (status) => status === 200,
			});
			this.ready.add(server);
		} catch (error) {
			if (!(error instanceof AxiosError && error.code === AxiosError.ECONNABORTED)) this.ready.delete(server);
		}
	}
}

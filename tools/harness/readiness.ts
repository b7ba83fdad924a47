import axios, { AxiosError } from 'axios';

const CHECK_MS = 500;
const TIMEOUT_MS = 10_000;

/**
 * Decides which servers can get requests, like the health checks of a reverse proxy. A server is ready from its first
 * successful check until a failure. If a check takes too long, nothing changes.
 *
 * No library is used, because proxy libraries don't have health checks.
 */
export class Readiness {
	private readonly ready = new Set<string>();

	private readonly timer: NodeJS.Timeout;

	/** @param path path at which a server responds with 200 when it's ready */
	constructor(private readonly path: string) {
		this.timer = setInterval(() => {
			for (const server of this.ready) void this.check(server);
		}, CHECK_MS).unref();
	}

	/** Whether a server can get a request now. A server that wasn't ready before is checked again at once. */
	async isReady(server: string): Promise<boolean> {
		if (!this.ready.has(server)) await this.check(server);
		return this.ready.has(server);
	}

	/** Marks a server as not ready after a request without a response. */
	doubt(server: string): void {
		this.ready.delete(server);
	}

	stop(): void {
		clearInterval(this.timer);
	}

	private async check(server: string): Promise<void> {
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

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One item that came past the trigger, as the next node of its workflow reports. */
interface Pass {
	webhookId: string;
	executionId: string;
	/** Unix time in milliseconds. */
	at: number;
}

/**
 * Counts what passes the trigger: the last node of the workflows under test calls it with each item. By hand, to
 * take little from the machine under load.
 */
export class PassCounter {
	readonly passes: Pass[] = [];

	private constructor(
		private readonly server: Server,
		readonly url: string,
	) {}

	static async start(): Promise<PassCounter> {
		const server = createServer({ keepAlive: true });
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const counter = new PassCounter(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
		server.on('request', (request, response) => {
			const query = new URL(request.url ?? '/', counter.url).searchParams;
			const [webhookId, executionId] = [query.get('webhookId'), query.get('executionId')];
			if (webhookId !== null && executionId !== null) {
				counter.passes.push({ webhookId, executionId, at: Date.now() });
			}
			response.end();
		});
		return counter;
	}

	/** The executions in which each delivery passed. */
	executionsByDelivery(): Map<string, Set<string>> {
		const found = new Map<string, Set<string>>();
		for (const { webhookId, executionId } of this.passes) {
			found.set(webhookId, (found.get(webhookId) ?? new Set()).add(executionId));
		}
		return found;
	}

	clear(): void {
		this.passes.length = 0;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}

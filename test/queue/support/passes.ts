import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INode } from 'n8n-workflow';

import { node } from '../../../tools/harness/n8n/workflows';

/** One item that the trigger output, as the workflow's last node reports it. */
interface Pass {
	/** Id of the delivery, or of the fax that a poll has found. */
	id: string;
	executionId: string;
	/** Unix time in milliseconds. */
	at: number;
}

/**
 * Counts the items that the trigger outputs. The last node of each tested workflow calls this server with each item. It
 * uses Node's own server, which adds little load to a busy machine.
 */
export class PassCounter {
	readonly passes: Pass[] = [];

	/** Returns the name that an item is counted under. */
	nameOf = (id: string): string => id;

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
			const [id, executionId] = [query.get('id'), query.get('executionId')];
			if (id !== null && executionId !== null) {
				counter.passes.push({ id: counter.nameOf(id), executionId, at: Date.now() });
			}
			response.end();
		});
		return counter;
	}

	/**
	 * Returns the node that reports an item.
	 *
	 * @param id an expression, without braces, for a value that identifies the item
	 */
	reporter(id: string): INode {
		const url = `={{ '${this.url}?id=' + ${id} + '&executionId=' + $execution.id }}`;
		return node('Passed', 'n8n-nodes-base.httpRequest', { url }, { typeVersion: 4.2 });
	}

	/** Returns the executions that each delivery or fax has started, keyed by id. */
	executionsById(): Map<string, Set<string>> {
		const found = new Map<string, Set<string>>();
		for (const { id, executionId } of this.passes) {
			found.set(id, (found.get(id) ?? new Set()).add(executionId));
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

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INode } from 'n8n-workflow';

import { node } from '../n8n/workflows';

/** One item at the end of a workflow, as the workflow's last node reports it. */
export interface Pass {
	/** Id of the fax, or the number that one was sent to. */
	id: string;
	/** What else the node reports, such as the result of a send. */
	about: string;
	executionId: string;
	/** Unix time in milliseconds. */
	at: number;
}

/**
 * Counts the items at the end of a workflow. The last node of each tested workflow calls this server with each item. It
 * uses Node's own server, which adds little load to a busy machine.
 */
export class PassCounter {
	readonly passes: Pass[] = [];

	private readonly ids = new Map<string, string>();

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
				const about = query.get('about') ?? '';
				counter.passes.push({ id: counter.idOf(id), about, executionId, at: Date.now() });
			}
			response.end();
		});
		return counter;
	}

	/**
	 * Returns the node that reports an item.
	 *
	 * @param id an expression, without braces, for a value that identifies the item
	 * @param about an expression for something else to report
	 */
	reporter(id: string, about = "''"): INode {
		const values = { id, about, executionId: '$execution.id' };
		const query = Object.entries(values).map(([name, value]) => `'${name}=' + encodeURIComponent(${value})`);
		const url = `={{ '${this.url}?' + ${query.join(" + '&' + ")} }}`;
		return node('Passed', 'n8n-nodes-base.httpRequest', { url }, { typeVersion: 4.2 });
	}

	/** Counts items with any of these names under one id. Deliveries and lists have different names for a fax. */
	identify(id: string, names: readonly string[]): void {
		for (const name of names) this.ids.set(name, id);
	}

	/** Returns the id that a name is counted under. */
	idOf(name: string): string {
		return this.ids.get(name) ?? name;
	}

	/** Returns the passes of each fax or number, keyed by id. */
	byId(): Map<string, Pass[]> {
		const found = new Map<string, Pass[]>();
		for (const pass of this.passes) {
			const others = found.get(pass.id);
			if (others) others.push(pass);
			else found.set(pass.id, [pass]);
		}
		return found;
	}

	/** Returns whether an item was counted under this id. */
	has(id: string): boolean {
		return this.passes.some((pass) => pass.id === id);
	}

	clear(): void {
		this.passes.length = 0;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}

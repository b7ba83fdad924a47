import type { INodeParameters } from 'n8n-workflow';

import type { Simulator } from '../../../../tools/simulator';
import { description } from '../../../../tools/simulator/openapi';
import type { Operation } from '../../../../tools/simulator/openapi';
import type { Account } from '../../../../tools/simulator/state';
import type { Authentication } from '../bench';

/** A request as the simulator logged it. */
interface ExpectedRequest {
	method: string;
	path: string;
	query?: Record<string, string>;
	/** Absent when the request must have none. */
	body?: unknown;
}

/** What has to reach the service for some values of an operation's fields, and what has to come out. */
interface Expected {
	/** Values of the operation's fields. */
	parameters?: INodeParameters;
	/** Brings the service into the state that the case needs. */
	prepare?(simulator: Simulator): void;
	requests: ExpectedRequest[];
	/** JSON of the output items, read when the operation is over. */
	output(simulator: Simulator, authentication: Authentication): object[];
	/** What has changed at the service: as it is, and what should be so of it. */
	effect?(account: Account, simulator: Simulator): [is: unknown, shouldBe: unknown];
	/** It meets faults in its own way, which has tests of its own: it waits on, or finds out what became of its request. */
	isPersistent?: true;
}

/** What the request is that an operation is about. */
interface About {
	/** A staged one has changed nothing before the request, which is made again as those of a read are. */
	kind: 'read' | 'write' | 'staged';
	/** Scopes that permit it; none are needed when it is empty. */
	scopes: string[];
}

/** One operation of the node, with some values of its fields. */
export interface OperationCase extends Expected, About {
	/** Resource and operation, and what else is about the case. */
	name: string;
	resource: string;
	operation: string;
	/** The simulator's name of the request that the operation is about. */
	operationId: string;
	parameters: INodeParameters;
}

/**
 * A case by its name, which begins as in "fax: get". What it is about is its last request that changes something, or else its
 * last; of that Fax.Plus's description tells the rest.
 */
export function operation(name: string, expected: Expected & Partial<About>): OperationCase {
	const [, resource = '', action = ''] = /^(\w+): (\w+)/.exec(name) ?? [];
	const { requests } = expected;
	const main = requests.filter(({ method }) => method !== 'GET').at(-1) ?? requests.at(-1);
	const { operationId, 'x-scopes': scopes } = described(main);
	const kind = main?.method === 'GET' ? 'read' : 'write';
	return { name, resource, operation: action, operationId, kind, scopes, parameters: {}, ...expected };
}

function described({ method, path }: ExpectedRequest = { method: '', path: '' }): Operation {
	const [, operations] =
		Object.entries(description.paths).find(([template]) =>
			new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
		) ?? [];
	const found = operations?.[method.toLowerCase()];
	if (!found) throw new Error(`The service has no ${method} ${path}`);
	return found;
}

/** A request that changes something. */
export function request(method: string, path: string, body?: unknown): ExpectedRequest {
	return { method, path, body };
}

/** A request that reads. */
export function get(path: string, query: Record<string, string> = {}): ExpectedRequest {
	return { method: 'GET', path, query };
}

/** A value of a field that offers a list, and other ways beside it. */
export function locator(mode: string, value: string) {
	return { __rl: true as const, mode, value };
}

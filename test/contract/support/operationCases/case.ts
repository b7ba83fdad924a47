import type { INodeParameters } from 'n8n-workflow';

import type { Simulator } from '../../../../tools/simulator';
import { description } from '../../../../tools/simulator/openapi';
import type { Operation } from '../../../../tools/simulator/openapi';
import type { Account } from '../../../../tools/simulator/state';
import type { Authentication } from '../bench';

/** A request as the simulator logs it. */
interface ExpectedRequest {
	method: string;
	path: string;
	query?: Record<string, string>;
	/** Body of the request. Without this field, the request must have none. */
	body?: unknown;
}

/** The expected requests and output for some values of an operation's fields. */
interface Expected {
	/** Values of the operation's fields. */
	parameters?: INodeParameters;
	/** Prepares the simulator for the case. */
	prepare?(simulator: Simulator): void;
	requests: ExpectedRequest[];
	/** Returns the JSON of the output items. It's called after the operation. */
	output(simulator: Simulator, authentication: Authentication): object[];
	/** Returns what has changed in Fax.Plus, and what the change should be. */
	effect?(account: Account, simulator: Simulator): [is: unknown, shouldBe: unknown];
	/**
	 * Whether the operation handles faults in its own way, by waiting longer or by finding out the result. Other tests then
	 * cover it.
	 */
	isPersistent?: true;
}

/** The request that an operation is about. */
interface About {
	/** Kind of the request. A staged one changes nothing by itself, so it's repeated like a read. */
	kind: 'read' | 'write' | 'staged';
	/** Scopes that allow the request. If the list is empty, none is needed. */
	scopes: string[];
	/** Path in Fax.Plus's API description, such as `/accounts/{user_id}/faxes/{fax_id}`. */
	template: string;
	/** Whether Fax.Plus's API description says that only administrators may do this. */
	isForAdministrators: boolean;
}

/** One operation of the node, with some values of its fields. */
export interface OperationCase extends Expected, About {
	/** Resource and operation, and what else distinguishes the case. */
	name: string;
	resource: string;
	operation: string;
	/** The simulator's name of the request that the operation is about. */
	operationId: string;
	parameters: INodeParameters;
}

/**
 * Returns a case. Its name starts with the operation, such as "fax: get". The case is about its last request that changes
 * something or, if there's none, about its last request. What's about that request comes from Fax.Plus's API description.
 */
export function operation(name: string, expected: Expected & Partial<About>): OperationCase {
	const [, resource = '', action = ''] = /^(\w+): (\w+)/.exec(name) ?? [];
	const { requests } = expected;
	const main = requests.filter(({ method }) => method !== 'GET').at(-1) ?? requests.at(-1);
	const { template, operationId, 'x-scopes': scopes, 'x-admin': isForAdministrators } = described(main);
	const about = {
		kind: main?.method === 'GET' ? 'read' : 'write',
		scopes,
		template,
		isForAdministrators,
	} as const;
	return { name, resource, operation: action, operationId, ...about, parameters: {}, ...expected };
}

function described({ method, path }: ExpectedRequest = { method: '', path: '' }): Operation & {
	template: string;
} {
	const [template = '', operations] =
		Object.entries(description.paths).find(([template]) =>
			new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
		) ?? [];
	const found = operations?.[method.toLowerCase()];
	if (!found) throw new Error(`The service has no ${method} ${path}`);
	return { ...found, template };
}

/** Returns a request that changes something. */
export function request(method: string, path: string, body?: unknown): ExpectedRequest {
	return { method, path, body };
}

/** Returns a request that reads. */
export function get(path: string, query: Record<string, string> = {}): ExpectedRequest {
	return { method: 'GET', path, query };
}

/** Returns a resource locator value. */
export function locator(mode: string, value: string) {
	return { __rl: true as const, mode, value };
}

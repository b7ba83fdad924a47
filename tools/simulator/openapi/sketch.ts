import type { Handler } from '../handler';
import { object, type Response, type Schema } from './schema';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The parts of a description that differ between operations. */
export interface OperationSketch {
	/** Method and path below the base URL. */
	at: `${Method} /${string}`;
	/** Successful responses by their status. */
	success: Record<string, Response>;
	/**
	 * Scopes of personal access tokens, without their prefix and suffix. Each one permits the operation, and so does `all`. If
	 * this is missing, any token does.
	 */
	scopes?: string[];
	/** Whether only administrators may use the operation. */
	admin?: boolean;
	query?: Record<string, Schema>;
	/** Whether the query parameters are required. */
	queryRequired?: boolean;
	body?: Schema;
	/** Content type of the body. The default is JSON. */
	bodyType?: string;
}

type Special = Omit<OperationSketch, 'at' | 'success'>;

const to =
	(method: Method) =>
	(path: `/${string}`, success: Record<string, Response>, special: Special = {}): OperationSketch => ({
		at: `${method} ${path}`,
		success,
		...special,
	});

export const [get, post, put] = [to('GET'), to('POST'), to('PUT')];
export const [patch, remove] = [to('PATCH'), to('DELETE')];

/** An object with at least one of these properties. */
export const some = (properties: Record<string, Schema>): Schema => ({
	...object(properties, []),
	minProperties: 1,
});

/** An operation of the Fax.Plus API. */
export interface Operation {
	/** Description of the requests and responses. */
	sketch: OperationSketch;
	carryOut: Handler;
}

export const operation = (sketch: OperationSketch, carryOut: Handler): Operation => ({ sketch, carryOut });

/** The common prefixes of paths. */
export const USER = '/accounts/{user_id}';
export const FAX = `${USER}/faxes/{fax_id}` as const;

import type { Handler } from '../handler';
import { object, type Response, type Schema } from './schema';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What is special about an operation. */
export interface OperationSketch {
	/** Method and path below the base URL. */
	at: `${Method} /${string}`;
	/** Answers that are a success, by their status. */
	success: Record<string, Response>;
	/** What a personal access token's scope names: each of them permits it, and `all` does. Any token may, if left out. */
	scopes?: string[];
	/** Whether it is for administrators. */
	admin?: boolean;
	query?: Record<string, Schema>;
	/** Whether the query must be there. */
	queryRequired?: boolean;
	body?: Schema;
	/** Content type of the body; JSON when left out. */
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

/** One of them at least. */
export const some = (properties: Record<string, Schema>): Schema => ({
	...object(properties, []),
	minProperties: 1,
});

/** An operation of the service. */
export interface Operation {
	/** What its requests and answers are like. */
	sketch: OperationSketch;
	carryOut: Handler;
}

export const operation = (sketch: OperationSketch, carryOut: Handler): Operation => ({ sketch, carryOut });

/** The beginnings of paths. */
export const USER = '/accounts/{user_id}';
export const FAX = `${USER}/faxes/{fax_id}` as const;

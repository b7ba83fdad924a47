import { badRequest, type ApiError } from './apiError';

/** A request's body: its value, undefined when there is none, and what is wrong with it. */
export interface ReceivedBody {
	value: unknown;
	problem?: ApiError;
}

/** Reads a body, which has to be JSON and has to be declared as such. */
export function readBody(contentType: string | undefined, bytes: Buffer | undefined): ReceivedBody {
	if (!bytes || bytes.length === 0) return { value: undefined };
	const text = bytes.toString('utf8');
	if (!/^application\/json\s*(;|$)/i.test(contentType ?? '')) {
		return { value: text, problem: badRequest('Invalid request: Content-Type must be application/json') };
	}
	try {
		return { value: JSON.parse(text) as unknown };
	} catch {
		return { value: text, problem: badRequest('Invalid request: The body is not valid JSON') };
	}
}

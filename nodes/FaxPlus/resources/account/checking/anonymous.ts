import { connectionError } from '../../../../shared/http/connectionErrors';
import { ServiceFault } from '../../../../shared/http/faults';

/** Alphabets of ids, the smallest first. */
const ALPHABETS: ReadonlyArray<[name: string, characters: RegExp]> = [
	['0-9', /^\d*$/],
	['0-9a-f', /^[\da-f]*$/],
	['0-9a-f and "-"', /^[\da-f-]*$/],
	['0-9a-z', /^[\da-z]*$/],
	['0-9a-z, "_" and "-"', /^[\da-z_-]*$/],
	['0-9A-Za-z, "_" and "-"', /^[\w-]*$/],
];

/** Codes of failures that are known (docs/api.md, "Errors"), and those of the package itself. */
const CODES = [
	...['invalid_user_id', 'unauthorized', 'bad_request', 'internal_server_error', 'too_many_files'],
	...['unexpected_answer', 'token_not_renewed'],
];

/** An id by its length and alphabet, such as `24 of 0-9a-f`. */
export function shapeOf(id: unknown): string {
	if (typeof id !== 'string') return `${typeof id}, not text`;
	const [alphabet = 'other characters too'] = ALPHABETS.find(([, pattern]) => pattern.test(id)) ?? [];
	return `${id.length} of ${alphabet}`;
}

/** A number as `+1… (11 digits)`. */
export function shapeOfNumber(number: unknown): string {
	const text = typeof number === 'string' ? number : '';
	const digits = text.replace(/\D/g, '').length;
	return `${/^\+\d/.test(text) ? text.slice(0, 2) : 'without +'}… (${digits} digits)`;
}

/** A word of the service's own if it is one of those that are known; else it may be anything. */
export function wordOf(value: unknown, known: readonly string[]): string {
	return known.find((word) => word === value) ?? 'a word that is not known';
}

/** How a request has failed, without what was said: it may repeat what was asked for. */
export function failureOf(error: unknown): string {
	if (!(error instanceof ServiceFault)) return 'an answer of a form that the check does not know';
	const { status, code } = error;
	if (status === undefined) return connectionError(code ?? '')?.name ?? 'no answer';
	if (code === undefined) return `HTTP ${status}`;
	return `HTTP ${status} ${CODES.includes(code) ? code : `with a code of ${shapeOf(code)}`}`;
}

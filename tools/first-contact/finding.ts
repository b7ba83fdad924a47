import { connectionError } from '../../nodes/shared/http/connectionErrors';
import { ServiceFault } from '../../nodes/shared/http/faults';
import type { SlowReader } from './slowReader';

/** One thing that docs/contributing/api.md calls not public, and how an account shows it. */
export interface Reading {
	name: string;
	/** Reads and concludes; a fault that it throws becomes its finding. */
	ask: (service: SlowReader) => Finding | Promise<Finding>;
}

/** What a reading has come to: without a number, name, address, ID or text of the account. */
export interface Finding {
	isTold: boolean;
	finding: string;
	/** What lets this account tell more; empty where nothing does. */
	toTellMore: string;
	/** What was told, by the names of simulator/settings.ts. */
	settings?: Readonly<Record<string, string | number | boolean>>;
}

export function reading(name: string, ask: Reading['ask']): Reading {
	return { name, ask };
}

/** A way in which the service was found to work. */
export function told(finding: string, settings: Finding['settings'] = {}): Finding {
	return { isTold: true, finding, toTellMore: '', settings };
}

/** What this account cannot tell, and what it takes. */
export function untold(finding: string, toTellMore: string): Finding {
	return { isTold: false, finding, toTellMore };
}

/** What comes of a read that is only a part of a reading; undefined where the service refuses it. */
export async function unlessRefused<T>(look: Promise<T>): Promise<T | undefined> {
	return await look.catch(() => undefined);
}

/** Alphabets of ids, the smallest first. */
const ALPHABETS: ReadonlyArray<[name: string, characters: RegExp]> = [
	['0-9', /^\d*$/],
	['0-9a-f', /^[\da-f]*$/],
	['0-9a-f and "-"', /^[\da-f-]*$/],
	['0-9a-z', /^[\da-z]*$/],
	['0-9a-z, "_" and "-"', /^[\da-z_-]*$/],
	['0-9A-Za-z, "_" and "-"', /^[\w-]*$/],
];

/** Codes of failures that are known (docs/contributing/api.md, "Errors"), and those of the package itself. */
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

/** How a request has failed, without what was said: it may repeat what was asked for. */
export function failureOf(error: unknown): string {
	if (!(error instanceof ServiceFault)) return 'an answer of a form that is not known';
	const { status, code } = error;
	if (status === undefined) return connectionError(code ?? '')?.name ?? 'no answer';
	if (code === undefined) return `HTTP ${status}`;
	return `HTTP ${status} ${CODES.includes(code) ? code : `with a code of ${shapeOf(code)}`}`;
}

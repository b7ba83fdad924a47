import type { Deadline } from './deadline';
import { fromBrokenBody, unexpectedAnswer, type Outcome, type ServiceFault } from './faults';
import { isErrorObject } from './errorAnswer';
import type { ByteStream, Reader } from './requests';
import { rethrow } from './rethrow';
import { jsonIn } from '../values/text';

/** A response from Fax.Plus, or from something on the way to it. */
export interface Answer {
	status: number;
	/** Headers, with names in lower case. */
	headers: Record<string, unknown>;
	/** An unread stream of bytes, or a value if n8n simulates Fax.Plus. */
	body: unknown;
}

/** Maximum number of bytes that are read of a response, so that no server on the way can fill the memory. */
const LONGEST_JSON = 64 * 1024 * 1024;
const LONGEST_ERROR = 64 * 1024;

/**
 * Reads as much of a body as an error needs, and parses it as JSON. Returns undefined if the body isn't JSON, breaks off,
 * or doesn't end.
 */
export async function readStart(body: unknown, deadline: Deadline): Promise<unknown> {
	return jsonIn(await deadline.limit(textOf(body, LONGEST_ERROR)).catch(() => ''));
}

/**
 * Reads the body of a success: any JSON, or undefined if it's empty. If it's something else, such as a proxy's page, the
 * fault gets the given outcome.
 */
export async function readBody(
	{ status, body }: Answer,
	deadline: Deadline,
	outcome: Outcome,
): Promise<unknown> {
	const reading = textOf(body, LONGEST_JSON + 1);
	const text = await deadline.limit(reading.catch((error: unknown) => rethrow(fromBrokenBody(error))));
	// This isn't a broken connection, because another try would get the same response.
	if (Buffer.byteLength(text) > LONGEST_JSON)
		throw unexpectedAnswer("The response is longer than 64 MB, so it isn't from Fax.Plus", outcome, status);
	const value = jsonIn(text);
	if (isErrorObject(value)) {
		const message = `Fax.Plus responded with an error instead of a result: ${value.description} (${value.error})`;
		throw unexpectedAnswer(message, outcome, status);
	}
	if (value !== undefined || text.trim() === '') return value;
	// The text may be only the start of JSON. If a compressed body ends too early, n8n returns what it could decompress.
	if (/^\s*[[{]/.test(text)) throw fromBrokenBody(undefined);
	throw notJson(outcome, status);
}

/** Reads the body of a success that has to be an object or a list. */
export async function readJson(
	answer: Answer,
	deadline: Deadline,
	outcome: Outcome,
): Promise<object | undefined> {
	const value = await readBody(answer, deadline, outcome);
	if (value === undefined || (typeof value === 'object' && value !== null)) return value;
	throw notJson(outcome, answer.status);
}

function notJson(outcome: Outcome, status: number): ServiceFault {
	return unexpectedAnswer("The response is not JSON, so it isn't from Fax.Plus", outcome, status);
}

/**
 * Returns the list in a response. It's the response itself, or the first list with one of these names, in the response or
 * within `data`. Entries that aren't objects are removed.
 */
export function listIn<T>(body: unknown, ...keys: string[]): T[] {
	const outer = (body ?? {}) as Record<string, unknown>;
	const inner = (outer['data'] ?? {}) as Record<string, unknown>;
	const list: unknown = [body, ...[inner, outer].flatMap((one) => keys.map((key) => one[key]))].find(
		Array.isArray,
	);
	if (list) return (list as unknown[]).filter((entry) => typeof entry === 'object' && entry !== null) as T[];
	throw unexpectedAnswer(`Fax.Plus responded without the expected list (${keys.join(' or ')})`, 'refused');
}

export async function listAt<T>(reads: Reader, path: string, ...keys: string[]): Promise<T[]> {
	return listIn<T>(await reads.read({ path }), ...keys);
}

/** Reads the record at a path. A list or an empty object isn't accepted. */
export async function recordAt<T extends object>(reads: Reader, path: string): Promise<T> {
	const body = await reads.read<T>({ path });
	if (!Array.isArray(body) && Object.keys(body).length > 0) return body;
	throw unexpectedAnswer('Fax.Plus responded without the expected record', 'refused');
}

/** Discards a response, no matter how much of it was read. */
export function discard({ body }: Answer): void {
	if (isStream(body)) body.destroy();
}

export function isStream(value: unknown): value is ByteStream {
	return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** Reads a body until it has a number of bytes, and doesn't wait for the rest. */
async function textOf(body: unknown, longest: number): Promise<string> {
	if (body === undefined || body === null) return '';
	if (!isStream(body)) return typeof body === 'string' ? body : JSON.stringify(body);
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of body as AsyncIterable<Uint8Array>) {
		chunks.push(chunk);
		length += chunk.length;
		if (length >= longest) break;
	}
	return new TextDecoder().decode(Buffer.concat(chunks));
}

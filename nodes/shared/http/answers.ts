import type { Deadline } from './deadline';
import { fromBrokenBody, unexpectedAnswer, type Outcome, type ServiceFault } from './faults';
import { isErrorObject } from './errorAnswer';
import type { ByteStream, Reader } from './requests';
import { rethrow } from './rethrow';
import { jsonIn } from '../values/text';

/** An answer of the service, or of something on the way to it. */
export interface Answer {
	status: number;
	/** Names in lower case. */
	headers: Record<string, unknown>;
	/** A stream of bytes, of which nothing has been read; a value where n8n imitates the service. */
	body: unknown;
}

/** Bytes that are read of an answer, so that nothing on the way can fill the memory. */
const LONGEST_JSON = 64 * 1024 * 1024;
const LONGEST_ERROR = 64 * 1024;

/** Reads no more of a body than an error takes: what it is as JSON; undefined where it is none, breaks off, or does not end. */
export async function readBeginning(body: unknown, deadline: Deadline): Promise<unknown> {
	return jsonIn(await deadline.limit(textOf(body, LONGEST_ERROR)).catch(() => ''));
}

/** Reads the body of a success: any JSON; undefined when it is empty. After a proxy's page, say, the outcome counts. */
export async function readBody(
	{ status, body }: Answer,
	deadline: Deadline,
	outcome: Outcome,
): Promise<unknown> {
	const reading = textOf(body, LONGEST_JSON + 1);
	const text = await deadline.limit(reading.catch((error: unknown) => rethrow(fromBrokenBody(error))));
	// No broken connection: the same would come again.
	if (Buffer.byteLength(text) > LONGEST_JSON)
		throw unexpectedAnswer(
			"The answer is longer than 64 MB, so it doesn't come from Fax.Plus",
			outcome,
			status,
		);
	const value = jsonIn(text);
	if (isErrorObject(value)) {
		const message = `Fax.Plus answered with a refusal in place of a result: ${value.description} (${value.error})`;
		throw unexpectedAnswer(message, outcome, status);
	}
	if (value !== undefined || text.trim() === '') return value;
	// Only the beginning of JSON: of a packed body that ends too early n8n shows what could be unpacked.
	if (/^\s*[[{]/.test(text)) throw fromBrokenBody(undefined);
	throw notJson(outcome, status);
}

/** The same where an object or a list is needed. */
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
	return unexpectedAnswer("The answer is not JSON, so it doesn't come from Fax.Plus", outcome, status);
}

/** The list in an answer: itself, or the first with one of these names, there or within `data`; no entry is null. */
export function listIn<T>(body: unknown, ...keys: string[]): T[] {
	const outer = (body ?? {}) as Record<string, unknown>;
	const inner = (outer['data'] ?? {}) as Record<string, unknown>;
	const list: unknown = [body, ...[inner, outer].flatMap((one) => keys.map((key) => one[key]))].find(
		Array.isArray,
	);
	if (list) return (list as unknown[]).filter((entry) => typeof entry === 'object' && entry !== null) as T[];
	throw unexpectedAnswer(`Fax.Plus answered without the expected list (${keys.join(' or ')})`, 'refused');
}

export async function listAt<T>(reads: Reader, path: string, ...keys: string[]): Promise<T[]> {
	return listIn<T>(await reads.read({ path }), ...keys);
}

/** Reads the one record at a path, and takes neither a list nor an empty object for it. */
export async function recordAt<T extends object>(reads: Reader, path: string): Promise<T> {
	const body = await reads.read<T>({ path });
	if (!Array.isArray(body) && Object.keys(body).length > 0) return body;
	throw unexpectedAnswer('Fax.Plus answered without the expected record', 'refused');
}

/** Lets go of an answer, however much of it has been read. */
export function discard({ body }: Answer): void {
	if (isStream(body)) body.destroy();
}

export function isStream(value: unknown): value is ByteStream {
	return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** Reads a body, up to a number of bytes; the rest is not waited for. */
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
	return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, longest));
}

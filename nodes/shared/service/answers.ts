import type { Deadline } from './deadline';
import type { Outcome, ServiceFault } from './faults';
import { isErrorObject } from './errorAnswer';
import { fromAnswer, fromBrokenBody, unexpectedAnswer } from './faults';
import type { ByteStream } from './requests';
import type { ServiceError } from './types';

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

/** Whether the request was carried out, by its status. */
export function isSuccess({ status }: Answer): boolean {
	return status >= 200 && status < 300;
}

/** Reads an answer that is not a success. Its status says enough where the body breaks off or comes to no end. */
export async function readRefusal(
	{ status, headers, body }: Answer,
	deadline: Deadline,
): Promise<ServiceFault> {
	return fromAnswer(status, await readBeginning(body, deadline), headers);
}

/**
 * Reads no more of a body than an error takes, for answers whose status says enough.
 *
 * @returns what it is as JSON; undefined where it is none, breaks off, or comes to no end
 */
export async function readBeginning(body: unknown, deadline: Deadline): Promise<unknown> {
	return parsed(await deadline.limit(textOf(body, LONGEST_ERROR)).catch(() => ''));
}

/**
 * Reads the body of a success.
 *
 * @param outcome of the request when the body is neither empty nor JSON
 * @returns an object or a list; undefined when the body is empty
 * @throws ServiceFault
 */
export async function readJson(
	{ status, body }: Answer,
	deadline: Deadline,
	outcome: Outcome,
): Promise<object | undefined> {
	const text = await deadline.limit(wholeTextOf(body));
	if (text.trim() === '') return undefined;
	const value = parsed(text);
	if (isErrorObject(value)) throw refusalInSuccess(value, outcome, status);
	if (typeof value === 'object' && value !== null) return value;
	throw unexpectedAnswer('The answer is not JSON, so it does not come from the service', outcome, status);
}

/**
 * Reads the body of a success that needs none: any JSON will do.
 *
 * @returns undefined when the body is empty
 * @throws ServiceFault, whose outcome is unknown, for anything else, such as the page of a proxy
 */
export async function readAcknowledgement({ status, body }: Answer, deadline: Deadline): Promise<unknown> {
	const text = await deadline.limit(wholeTextOf(body));
	const value = parsed(text);
	if (isErrorObject(value)) throw refusalInSuccess(value, 'unknown', status);
	if (text.trim() === '' || value !== undefined) return value;
	throw unexpectedAnswer('The answer is not JSON, so it does not come from the service', 'unknown', status);
}

function refusalInSuccess(
	{ error, description }: ServiceError,
	outcome: Outcome,
	status: number,
): ServiceFault {
	return unexpectedAnswer(
		`The service answered with an error in place of a result: ${description} (${error})`,
		outcome,
		status,
	);
}

/**
 * Finds the list in an answer: the list itself, or the property that holds it.
 *
 * @param keys names of properties that may hold the list; the first that does is taken
 * @returns its records; what is no object, such as null, is left out
 * @throws ServiceFault when there is no list
 */
export function listIn<T>(body: unknown, ...keys: string[]): T[] {
	if (Array.isArray(body)) return recordsOf<T>(body);
	if (typeof body === 'object' && body !== null) {
		for (const key of keys) {
			const value = (body as Record<string, unknown>)[key];
			if (Array.isArray(value)) return recordsOf<T>(value);
		}
	}
	throw unexpectedAnswer(`The service answered without the expected list (${keys.join(' or ')})`, 'refused');
}

/**
 * Takes an answer for the one record that was asked for.
 *
 * @throws ServiceFault when it is a list, or empty
 */
export function recordIn<T extends object>(body: T): T {
	if (!Array.isArray(body) && Object.keys(body).length > 0) return body;
	throw unexpectedAnswer('The service answered without the expected record', 'refused');
}

function recordsOf<T>(list: unknown[]): T[] {
	return list.filter((entry) => typeof entry === 'object' && entry !== null) as T[];
}

/** Lets go of an answer, however much of it has been read. */
export function discard({ body }: Answer): void {
	if (isStream(body)) body.destroy();
}

export function isStream(value: unknown): value is ByteStream {
	return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

async function wholeTextOf(body: unknown): Promise<string> {
	try {
		return await textOf(body, LONGEST_JSON);
	} catch (error) {
		throw fromBrokenBody(error);
	}
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

function parsed(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

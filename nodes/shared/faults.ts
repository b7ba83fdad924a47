import type { ServiceError } from './types';

/** Input that would be refused, found before any request was made. The message says what to do. */
export class InputError extends Error {}

/** What is known about a request that did not succeed: was it carried out? */
export type Outcome = 'refused' | 'notSent' | 'unknown';

/** A request to the service that did not succeed. */
export class ServiceFault extends Error {
	constructor(
		/** What went wrong, in the service's own words where it gave any. */
		message: string,
		readonly outcome: Outcome,
		/** HTTP status of the answer; undefined when there was none. */
		readonly status?: number,
		/** The service's error code, or that of the connection, such as ECONNRESET. */
		readonly code?: string,
		/** How long the service asks to wait, in milliseconds. */
		readonly retryAfter?: number,
	) {
		super(message);
	}

	/** Whether the service could not be asked at all, or asked to come back later: another attempt may well succeed. */
	get isPassing(): boolean {
		return this.status === undefined || this.status === 429 || this.status >= 500;
	}

	/** The same fault with another verdict, for a request that is only a part of what was asked for. */
	withOutcome(outcome: Outcome): ServiceFault {
		return new ServiceFault(this.message, outcome, this.status, this.code, this.retryAfter);
	}
}

const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const TIMED_OUT = new Set(['ECONNABORTED', 'ETIMEDOUT']);
const BROKEN = new Set(['ECONNRESET', 'EPIPE', 'ERR_SOCKET_CLOSED', 'ERR_STREAM_PREMATURE_CLOSE', 'EPROTO']);

/**
 * Reads an answer that is not a success.
 *
 * @param status HTTP status
 * @param body the parsed body; the service sends an error object, others on the way may send anything
 * @param headers the answer's headers, names in lower case
 */
export function fromAnswer(status: number, body: unknown, headers: Record<string, unknown>): ServiceFault {
	const error = (typeof body === 'object' && body !== null ? body : {}) as Partial<ServiceError>;
	const message = error.description || `The service answered with status ${status}`;
	const gatewayOrServerFailed = status >= 500 && status !== 503;
	return new ServiceFault(
		message,
		gatewayOrServerFailed ? 'unknown' : 'refused',
		status,
		typeof error.error === 'string' ? error.error : undefined,
		retryAfter(headers['retry-after']),
	);
}

/**
 * Reads an error that came instead of an answer.
 *
 * @returns undefined when the error is not one of the connection, but of a credential, say
 */
export function fromConnectionError(error: unknown): ServiceFault | undefined {
	const code = connectionCode(error);
	if (code === undefined) return undefined;
	if (NOT_SENT.has(code)) {
		return new ServiceFault('The service could not be reached', 'notSent', undefined, code);
	}
	if (TIMED_OUT.has(code)) {
		return new ServiceFault('The service did not answer in time', 'unknown', undefined, code);
	}
	return new ServiceFault('The connection to the service broke', 'unknown', undefined, code);
}

/** Whether the connection broke, or never stood, as opposed to an answer that took too long. */
export function isBrokenConnection(fault: ServiceFault): boolean {
	return fault.status === undefined && fault.code !== undefined && !TIMED_OUT.has(fault.code);
}

function connectionCode(error: unknown): string | undefined {
	for (const { code: ownCode, httpCode, message } of causesOf(error)) {
		// n8n 2.8 drops the cause of its errors, and keeps the code of the connection where a status would be.
		const code = ownCode ?? httpCode;
		if (typeof code === 'string' && (NOT_SENT.has(code) || TIMED_OUT.has(code) || BROKEN.has(code)))
			return code;
		if (typeof message === 'string' && /socket hang up|^aborted$/.test(message)) return 'ECONNRESET';
	}
	return undefined;
}

/** What errors of many makes have in common. */
interface ErrorLike {
	message?: unknown;
	code?: unknown;
	httpCode?: unknown;
	cause?: unknown;
}

/** An error and what caused it, outermost first. Not known by their class: Node's own may be of another realm. */
export function causesOf(error: unknown): ErrorLike[] {
	const chain: ErrorLike[] = [];
	let current = error;
	while (typeof current === 'object' && current !== null && !chain.includes(current)) {
		chain.push(current);
		current = (current as ErrorLike).cause;
	}
	return chain;
}

/** Retry-After is a number of seconds or a date; the result is in milliseconds from now. */
function retryAfter(header: unknown): number | undefined {
	if (typeof header !== 'string' || header.trim() === '') return undefined;
	const seconds = Number(header);
	const milliseconds = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
	return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined;
}

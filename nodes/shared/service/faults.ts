import type { ServiceError } from './types';

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

const TIMED_OUT = /^(ECONNABORTED|ETIMEDOUT)$/;
/** No connection came about: name, route, port or certificate. */
const NOT_SENT =
	/^(ECONNREFUSED|ENOTFOUND|EAI_\w+|E(HOST|NET)(UNREACH|DOWN)|EADDRNOTAVAIL|CERT_\w+|ERR_TLS_\w+|UNABLE_TO_\w+|(DEPTH_ZERO_)?SELF_SIGNED_\w+)$/;
const BROKEN =
	/^(ECONNRESET|EPIPE|EPROTO|ERR_NETWORK|ERR_SSL_\w+|ERR_SOCKET_CLOSED|ERR_STREAM_PREMATURE_CLOSE)$/;

/**
 * Reads an answer that is not a success.
 *
 * @param status HTTP status
 * @param body the parsed body; the service sends an error object, others on the way may send anything
 * @param headers the answer's headers, names in lower case
 */
export function fromAnswer(status: number, body: unknown, headers: Record<string, unknown>): ServiceFault {
	const error = (typeof body === 'object' && body !== null ? body : {}) as Partial<
		Record<keyof ServiceError, unknown>
	>;
	const words = typeof error.description === 'string' ? error.description : '';
	const gatewayOrServerFailed = status >= 500 && status !== 503;
	return new ServiceFault(
		words || `The service answered with status ${status}`,
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
	if (NOT_SENT.test(code)) {
		return new ServiceFault('The service could not be reached', 'notSent', undefined, code);
	}
	if (TIMED_OUT.test(code)) {
		return new ServiceFault('The service did not answer in time', 'unknown', undefined, code);
	}
	return new ServiceFault('The connection to the service broke', 'unknown', undefined, code);
}

/**
 * Reads an answer that did not come from the service but from the authorization server, asked for a new token on the way.
 *
 * @returns undefined when it is a refusal, which has its own words, or when there is none
 */
export function fromAuthorizationServer(error: unknown): ServiceFault | undefined {
	for (const { response, status = response?.status } of causesOf(error)) {
		if (typeof status !== 'number' || (status < 500 && status !== 429)) continue;
		return new ServiceFault('The authorization server could not renew the token', 'refused', status);
	}
	return undefined;
}

/** Whether the connection broke, or never stood, as opposed to an answer that took too long. */
export function isBrokenConnection(fault: ServiceFault): boolean {
	return fault.status === undefined && fault.code !== undefined && !TIMED_OUT.test(fault.code);
}

function connectionCode(error: unknown): string | undefined {
	for (const { code: ownCode, httpCode, message } of causesOf(error)) {
		// n8n 2.8 drops the cause of its errors, and keeps the code of the connection where a status would be.
		const code = ownCode ?? httpCode;
		if (typeof code === 'string' && [NOT_SENT, TIMED_OUT, BROKEN].some((codes) => codes.test(code)))
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
	status?: unknown;
	response?: { status?: unknown };
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

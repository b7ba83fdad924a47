import { connectionError } from './connectionErrors';
import { codeIn, errorMessage, isErrorObject, withoutTokens } from './errorAnswer';
import { onlyFor, rethrow } from './rethrow';

/** Whether a request that failed was carried out: "carriedOut" was, and only its result is missing. */
export type Outcome = 'refused' | 'notSent' | 'unknown' | 'carriedOut';

/** Something went wrong with a request, and `outcome` tells whether the request was carried out all the same. */
export class ServiceFault extends Error {
	/** What else is known, for workflows that continue on fail. */
	details: object | undefined;

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
		super(withoutTokens(message));
	}

	/** Whether another attempt may do better: nobody was asked, a rest was asked for, or something else answered. */
	get isTransient(): boolean {
		if (this.outcome === 'carriedOut') return false;
		if (this.status === undefined || this.code === undefined || this.code === UNEXPECTED_ANSWER) return true;
		return [408, 429].includes(this.status) || this.status >= 500;
	}

	/** The same fault with another outcome, for a request that is only a part of what was asked for. */
	withOutcome(outcome: Outcome, message = this.message): ServiceFault {
		const kind = this.constructor as typeof ServiceFault;
		const fault = new kind(message, outcome, this.status, this.code, this.retryAfter);
		fault.details = this.details;
		return fault;
	}
}

/** Nobody knows what an earlier attempt of a retried execution did with an item, and nothing was done with it since. */
export class EarlierAttemptFault extends ServiceFault {
	constructor(message: string, cause?: ServiceFault) {
		super(message, 'unknown', cause?.status, cause?.code);
	}

	/** It stays unknown, whatever this attempt was about to do. */
	override withOutcome(): ServiceFault {
		return this;
	}
}

/** The code of an answer in which the service does not answer. */
export const UNEXPECTED_ANSWER = 'unexpected_answer';
/** n8n's own protection of addresses has not let the request out. */
const BLOCKED = 'SSRF_BLOCKED';
/** By the name of its error, or its words where n8n has wrapped it. */
const BLOCKED_BY_N8N = /^Ssrf\w*Error$|^The request was blocked because/;

/** An answer that was not to be expected of the service, and may not come from it. */
export function unexpectedAnswer(message: string, outcome: Outcome, status?: number): ServiceFault {
	return new ServiceFault(message, outcome, status, UNEXPECTED_ANSWER);
}

export function late(peer: string, outcome: Outcome = 'unknown', code = 'ETIMEDOUT'): ServiceFault {
	return new ServiceFault(`No answer from ${peer} in time`, outcome, undefined, code);
}

export const STOPPED = 'The execution was canceled';

/** A person has stopped the execution; by the word "canceled" n8n knows it too. */
export function canceled(outcome: Outcome): ServiceFault {
	return new ServiceFault(STOPPED, outcome);
}

/** Reads an answer that is not a success. The service sends an error object, others on the way may send anything. */
export function fromAnswer(status: number, body: unknown, headers: Record<string, unknown>): ServiceFault {
	const outcome = isRefusal(status, body) ? 'refused' : 'unknown';
	const pause = retryAfter(headers['retry-after'], headers['date']);
	return new ServiceFault(errorMessage(status, body, headers), outcome, status, codeIn(body), pause);
}

/** Statuses that a gateway gives also after it has passed the request on, or puts over a success. */
const AMBIGUOUS = new Set([301, 302, 303, 304, 403, 404, 408, 409, 429, 503]);

/** Whether an answer says that the request was not carried out: of some only one in the service's own words does. */
function isRefusal(status: number, body: unknown): boolean {
	if (!AMBIGUOUS.has(status)) return status < 500;
	return isErrorObject(body) && body.error !== 'internal_server_error';
}

/** Whether the service itself, and nothing on the way, says that there is nothing with an ID that a call names. */
export function isNotFound({ status = 0, code }: ServiceFault): boolean {
	return [400, 404].includes(status) && code !== undefined && code !== 'invalid_user_id';
}

/** Reads an error that came instead of an answer; undefined when it is not one of the connection, but of a credential, say. */
export function fromConnectionError(error: unknown, peer = 'Fax.Plus'): ServiceFault | undefined {
	const code = connectionCode(error) ?? '';
	const kind = connectionError(code)?.kind;
	if (kind === undefined) return undefined;
	if (kind === 'late') return late(peer, 'unknown', code);
	const messages = {
		unreachable: `n8n couldn't reach ${peer}`,
		misdirected: `n8n couldn't reach ${peer}`,
		blocked: `n8n blocked the request to ${peer}`,
		broken: `The connection to ${peer} broke`,
	};
	return new ServiceFault(messages[kind], kind === 'broken' ? 'unknown' : 'notSent', undefined, code);
}

/** Reads an error that came in the middle of a success: whatever it is, the body did not arrive as it was sent. */
export function fromBrokenBody(error: unknown): ServiceFault {
	return (
		fromConnectionError(error) ??
		new ServiceFault('The connection to Fax.Plus broke', 'unknown', undefined, 'ECONNRESET')
	);
}

/** Whether the connection broke, or did not come about this time, so that another may do better. */
export function isBrokenConnection({ status, code = '' }: ServiceFault): boolean {
	return status === undefined && ['unreachable', 'broken'].includes(connectionError(code)?.kind ?? '');
}

function connectionCode(error: unknown): string | undefined {
	for (const { code: ownCode, httpCode, message, name } of causesOf(error)) {
		if ([name, message].some((text) => BLOCKED_BY_N8N.test(String(text)))) return BLOCKED;
		// n8n 2.8 drops the cause of its errors, and keeps the code of the connection where a status would be.
		const code = ownCode ?? httpCode;
		const words = typeof message === 'string' ? message : '';
		// Node 20 has one code for all that goes wrong with TLS.
		if (code === 'EPROTO' && /wrong version number/.test(words)) return 'ERR_SSL_WRONG_VERSION_NUMBER';
		if (typeof code === 'string' && connectionError(code)) return code;
		if (/socket hang up|^aborted$/.test(words)) return 'ECONNRESET';
	}
	return undefined;
}

/** What errors of many makes have in common. */
export interface ErrorLike {
	name?: unknown;
	message?: unknown;
	code?: unknown;
	httpCode?: unknown;
	status?: unknown;
	body?: unknown;
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

/** Does a part of what was asked for, and lets its faults say what they mean for the whole. */
export async function mapFaults<T>(
	work: () => Promise<T>,
	meaning: (fault: ServiceFault) => ServiceFault,
): Promise<T> {
	return await work().catch(onlyFor(ServiceFault, (fault) => rethrow(meaning(fault))));
}

/** What a fault means where nothing has been changed yet: a read that breaks off leaves nothing unknown. */
export function beforeAnyChange(fault: ServiceFault): ServiceFault {
	return fault.outcome === 'unknown' ? fault.withOutcome('notSent') : fault;
}

/**
 * Retry-After is a number of seconds, or a date, which counts from the answer's own date: n8n's clock may be another.
 *
 * @returns milliseconds from now
 */
function retryAfter(header: unknown, date: unknown): number | undefined {
	if (typeof header !== 'string' || header.trim() === '') return undefined;
	const seconds = Number(header);
	const answeredAt = Date.parse(String(date)) || Date.now();
	const milliseconds = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - answeredAt;
	return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined;
}

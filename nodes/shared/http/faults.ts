import { connectionError } from './connectionErrors';
import { codeIn, errorMessage, isErrorObject, withoutTokens } from './errorAnswer';
import { onlyFor, rethrow } from './rethrow';
import { InputError } from '../values/inputError';

/** Whether a failed request was carried out. If it's "carriedOut", only the result is missing. */
export type Outcome = 'refused' | 'notSent' | 'unknown' | 'carriedOut';

/** A failure of a request. Its `outcome` shows whether the request was carried out nevertheless. */
export class ServiceFault extends Error {
	/** Additional data for workflows that continue on fail. */
	details: object | undefined;

	constructor(
		/** What went wrong, in Fax.Plus's words if it gave any. */
		message: string,
		readonly outcome: Outcome,
		/** HTTP status of the response, or undefined if there was none. */
		readonly status?: number,
		/** Error code from Fax.Plus, or from the connection, such as ECONNRESET. */
		readonly code?: string,
		/** How long Fax.Plus asks to wait, in milliseconds. */
		readonly retryAfter?: number,
	) {
		super(withoutTokens(message));
	}

	/**
	 * Whether another attempt may succeed: nothing was reached, Fax.Plus asked for a pause, or something other than
	 * Fax.Plus responded.
	 */
	get isTransient(): boolean {
		if (this.outcome === 'carriedOut') return false;
		if (this.status === undefined || this.code === undefined || this.code === UNEXPECTED_ANSWER) return true;
		return [408, 429].includes(this.status) || this.status >= 500;
	}

	/** Whether it's certain that the request wasn't carried out. */
	get changedNothing(): boolean {
		return this.outcome === 'refused' || this.outcome === 'notSent';
	}

	/** Returns the same fault with another outcome, for a request that is only a part of the whole operation. */
	withOutcome(outcome: Outcome, message = this.message): ServiceFault {
		const kind = this.constructor as typeof ServiceFault;
		const fault = new kind(message, outcome, this.status, this.code, this.retryAfter);
		fault.details = this.details;
		return fault;
	}
}

/** It's unknown what an earlier attempt of a retried execution did with an item, and the retry did nothing with it. */
export class EarlierAttemptFault extends ServiceFault {
	constructor(message: string, cause?: ServiceFault) {
		super(message, 'unknown', cause?.status, cause?.code);
	}

	/** The outcome stays unknown, whatever this attempt was about to do. */
	override withOutcome(): ServiceFault {
		return this;
	}
}

/** Code for a response that isn't from Fax.Plus, or not in its format. */
export const UNEXPECTED_ANSWER = 'unexpected_answer';
/** Code for a request that n8n's own protection against internal addresses has blocked. */
const BLOCKED = 'SSRF_BLOCKED';
/** Matches the name of n8n's error, or its message if n8n has wrapped it. */
const BLOCKED_BY_N8N = /^Ssrf\w*Error$|^The request was blocked because/;

/** Makes the fault for a response that Fax.Plus shouldn't give, and that may come from something else. */
export function unexpectedAnswer(message: string, outcome: Outcome, status?: number): ServiceFault {
	return new ServiceFault(message, outcome, status, UNEXPECTED_ANSWER);
}

export function late(peer: string, outcome: Outcome = 'unknown', code = 'ETIMEDOUT'): ServiceFault {
	return new ServiceFault(`No response from ${peer} in time`, outcome, undefined, code);
}

export const STOPPED = 'The execution was canceled';

/** Makes the fault for an execution that the user has stopped. n8n recognizes it by the word "canceled", too. */
export function canceled(outcome: Outcome): ServiceFault {
	return new ServiceFault(STOPPED, outcome);
}

/** Makes the fault for an unsuccessful response. Fax.Plus sends an error object, but something on the way may send anything. */
export function fromAnswer(status: number, body: unknown, headers: Record<string, unknown>): ServiceFault {
	const outcome = isRefusal(status, body) ? 'refused' : 'unknown';
	const pause = retryAfter(headers['retry-after'], headers['date']);
	return new ServiceFault(errorMessage(status, body, headers), outcome, status, codeIn(body), pause);
}

/** Statuses that a gateway may also return after it has forwarded the request, or in place of a success. */
const AMBIGUOUS = new Set([301, 302, 303, 304, 403, 404, 408, 409, 429, 503]);

/**
 * Whether a response shows that the request wasn't carried out. With an ambiguous status, it must have Fax.Plus's own error
 * object.
 */
function isRefusal(status: number, body: unknown): boolean {
	if (!AMBIGUOUS.has(status)) return status < 500;
	return isErrorObject(body) && body.error !== 'internal_server_error';
}

/** Whether an error shows for certain that nothing was changed, because a check or Fax.Plus refused it, or nothing was sent. */
export function hasChangedNothing(error: unknown): boolean {
	return error instanceof InputError || (error instanceof ServiceFault && error.changedNothing);
}

/** Whether Fax.Plus itself responds that nothing has the ID in the request. */
export function isNotFound({ status = 0, code }: ServiceFault): boolean {
	return [400, 404].includes(status) && code !== undefined && code !== 'invalid_user_id';
}

/**
 * Makes the fault for an error that came instead of a response. It's undefined if the cause wasn't the connection but a
 * credential, for example.
 */
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

/** Makes the fault for an error in the middle of a success. Whatever the error is, the body didn't arrive as it was sent. */
export function fromBrokenBody(error: unknown): ServiceFault {
	return (
		fromConnectionError(error) ??
		new ServiceFault('The connection to Fax.Plus broke', 'unknown', undefined, 'ECONNRESET')
	);
}

/** Whether the connection broke, or couldn't be made this time, so that another one may succeed. */
export function isBrokenConnection({ status, code = '' }: ServiceFault): boolean {
	return status === undefined && ['unreachable', 'broken'].includes(connectionError(code)?.kind ?? '');
}

function connectionCode(error: unknown): string | undefined {
	for (const { code: ownCode, httpCode, message, name } of causesOf(error)) {
		if ([name, message].some((text) => BLOCKED_BY_N8N.test(String(text)))) return BLOCKED;
		// n8n 2.8 drops the cause of its errors, and has the connection's error code in place of a status.
		const code = ownCode ?? httpCode;
		const words = typeof message === 'string' ? message : '';
		// Node.js 20 has only one code for everything that goes wrong with TLS.
		if (code === 'EPROTO' && /wrong version number/.test(words)) return 'ERR_SSL_WRONG_VERSION_NUMBER';
		if (typeof code === 'string' && connectionError(code)) return code;
		if (/socket hang up|^aborted$/.test(words)) return 'ECONNRESET';
	}
	return undefined;
}

/** Properties that many kinds of errors share. */
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

/**
 * Returns an error and its causes, outermost first. Their class isn't checked, because an error of Node.js may be from another
 * realm.
 */
export function causesOf(error: unknown): ErrorLike[] {
	const chain: ErrorLike[] = [];
	let current = error;
	while (typeof current === 'object' && current !== null && !chain.includes(current)) {
		chain.push(current);
		current = (current as ErrorLike).cause;
	}
	return chain;
}

/** Does a part of an operation, and changes its faults to what they mean for the whole operation. */
export async function mapFaults<T>(
	work: () => Promise<T>,
	meaning: (fault: ServiceFault) => ServiceFault,
): Promise<T> {
	return await work().catch(onlyFor(ServiceFault, (fault) => rethrow(meaning(fault))));
}

/** Returns what a fault means if nothing was changed yet. Even a read that breaks off leaves no unknown outcome. */
export function beforeAnyChange(fault: ServiceFault): ServiceFault {
	return fault.outcome === 'unknown' ? fault.withOutcome('notSent') : fault;
}

/**
 * Reads Retry-After, which is a number of seconds or a date. The date is compared with the response's own date, because
 * n8n's clock may differ.
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

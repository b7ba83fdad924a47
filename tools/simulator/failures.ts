import type { BodyFailure } from './failedAnswer';

/** The operation of the authorization server that issues and renews tokens. */
export const TOKEN_OPERATION = 'issueToken';

/** What the next matching calls shall meet instead of an answer. */
export interface Failure {
	/** How many calls; each counts down. */
	times: number;
	/**
	 * An HTTP status; a connection that breaks before anything is answered; no answer at all for as long as the caller
	 * waits; or an answer whose body goes wrong.
	 */
	with: number | 'hang-up' | 'silence' | BodyFailure;
	/** For a status: the error object's code and description. */
	error?: string;
	description?: string;
	/** For a status: text instead of the error object, as a gateway or an authorization server sends it. */
	text?: string;
	/** Its content type; that of HTML when left out. */
	contentType?: string;
	/** Value of a Retry-After header. */
	retryAfter?: string;
	/** For an endless or a huge body: the status that it comes with; 400 when left out. */
	status?: number;
	/** Send the call's effect through before failing, as when only the answer is lost. */
	afterEffect?: boolean;
	/** Which calls fail; all calls of the API when none of these is given. The token endpoint is `TOKEN_OPERATION`. */
	operationId?: string;
	method?: string;
	/** Path below the base URL, without the query. */
	path?: string;
}

type Call = Required<Pick<Failure, 'operationId' | 'method' | 'path'>>;

/** Failures that tests have ordered, in the order in which they are used up. */
export class Failures {
	private failures: Failure[] = [];

	/** Orders a failure for the next calls that match it. */
	add(failure: Failure): void {
		this.failures.push({ ...failure });
	}

	clear(): void {
		this.failures = [];
	}

	/** The failure that a call meets, if any; counts it down. */
	next(call: Call): Failure | undefined {
		const failure = this.failures.find((ordered) => matches(ordered, call));
		if (!failure) return undefined;
		failure.times -= 1;
		if (failure.times <= 0) this.failures = this.failures.filter((other) => other !== failure);
		return failure;
	}
}

function matches({ operationId, method, path }: Failure, call: Call): boolean {
	if (operationId === undefined && call.operationId === TOKEN_OPERATION) return false;
	return (
		(operationId === undefined || operationId === call.operationId) &&
		(method === undefined || method.toUpperCase() === call.method.toUpperCase()) &&
		(path === undefined || path === call.path)
	);
}

import type { BodyFailure } from './failedAnswer';

/** The authorization server's operation that issues and renews tokens. */
export const TOKEN_OPERATION = 'issueToken';

/** A failure that the next matching calls get instead of a response. */
export interface Failure {
	/** Number of calls that still have to fail. */
	times: number;
	/**
	 * The kind of failure. It's an HTTP status, a connection that breaks before a response, no response at all, or a response
	 * with a broken body.
	 */
	with: number | 'hang-up' | 'silence' | BodyFailure;
	/** Code of the error object for a status. The next field is its description. */
	error?: string;
	description?: string;
	/** Text instead of the error object, as a gateway or an authorization server sends it. */
	text?: string;
	/** Content type of the text. The default is HTML. */
	contentType?: string;
	/** Value of a Retry-After header. */
	retryAfter?: string;
	/** Status of an endless or a huge body. The default is 400. */
	status?: number;
	/** Whether the call is carried out before it fails, as if only the response was lost. */
	afterEffect?: boolean;
	/**
	 * This field and the next two select the calls that fail. Without them, all API calls fail. For the token endpoint, set
	 * `TOKEN_OPERATION`.
	 */
	operationId?: string;
	method?: string;
	/** Path below the base URL, without the query. */
	path?: string;
}

type Call = Required<Pick<Failure, 'operationId' | 'method' | 'path'>>;

/** Failures that tests requested, in the order they're used. */
export class Failures {
	private failures: Failure[] = [];

	/** Adds a failure for the next calls that match it. */
	add(failure: Failure): void {
		this.failures.push({ ...failure });
	}

	clear(): void {
		this.failures = [];
	}

	/** The failure for a call, if there is one. Each use counts against its `times`. */
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

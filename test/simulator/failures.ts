/** What the next matching calls shall meet instead of an answer. */
export interface Failure {
	/** How many calls; each counts down. */
	times: number;
	/** An HTTP status, a broken connection, or no answer at all for as long as the caller waits. */
	with: number | 'hang-up' | 'silence';
	/** Break the connection after half of the answer instead of before it. */
	halfway?: boolean;
	/** For a status: the error object's code and description. */
	error?: string;
	description?: string;
	/** Value of a Retry-After header. */
	retryAfter?: string;
	/** Send the call's effect through before failing, as when only the answer is lost. */
	afterEffect?: boolean;
	operationId?: string;
	method?: string;
}

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
	next(call: { operationId: string; method: string }): Failure | undefined {
		const failure = this.failures.find(
			({ operationId, method }) =>
				(operationId === undefined || operationId === call.operationId) &&
				(method === undefined || method.toUpperCase() === call.method.toUpperCase()),
		);
		if (!failure) return undefined;
		failure.times -= 1;
		if (failure.times <= 0) this.failures = this.failures.filter((other) => other !== failure);
		return failure;
	}
}

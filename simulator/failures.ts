import type { FastifyReply } from 'fastify';

import type { Answer } from './handler';

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
	/** Which calls fail; all when none of these is given. */
	operationId?: string;
	method?: string;
	/** Path below the base URL, without the query. */
	path?: string;
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
	next(call: { operationId: string; method: string; path: string }): Failure | undefined {
		const failure = this.failures.find(
			({ operationId, method, path }) =>
				(operationId === undefined || operationId === call.operationId) &&
				(method === undefined || method.toUpperCase() === call.method.toUpperCase()) &&
				(path === undefined || path === call.path),
		);
		if (!failure) return undefined;
		failure.times -= 1;
		if (failure.times <= 0) this.failures = this.failures.filter((other) => other !== failure);
		return failure;
	}
}

/**
 * Fails instead of answering.
 *
 * @param answer what would have been answered, if it was worked out
 */
export async function carryOutFailure(
	reply: FastifyReply,
	failure: Failure,
	answer?: Answer,
): Promise<unknown> {
	if (failure.with === 'silence') {
		await new Promise<void>((resolve) => reply.raw.once('close', resolve));
		return reply.hijack();
	}
	if (failure.with === 'hang-up') {
		reply.hijack();
		if (failure.halfway && answer?.bytes) sendHalf(reply, answer.bytes, answer.contentType);
		else reply.raw.destroy();
		return reply;
	}
	if (failure.retryAfter !== undefined) reply.header('retry-after', failure.retryAfter);
	return await reply.code(failure.with).send({
		error: failure.error ?? (failure.with === 429 ? 'too_many_requests' : 'internal_server_error'),
		description: failure.description ?? 'Unexpected server error',
	});
}

function sendHalf({ raw }: FastifyReply, bytes: Buffer, contentType: string | undefined): void {
	raw.writeHead(200, { 'content-type': contentType, 'content-length': bytes.length });
	raw.write(bytes.subarray(0, bytes.length / 2), () => raw.destroy());
}

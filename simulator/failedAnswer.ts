import type { FastifyReply } from 'fastify';

import { sendBadBody } from './bodyFailures';
import type { Failure } from './failures';
import type { Answer } from './handler';

const BAD_REQUEST = 400;

/**
 * Fails instead of answering.
 *
 * @param answer what would have been answered, if it was worked out
 */
export async function sendFailure(reply: FastifyReply, failure: Failure, answer?: Answer): Promise<unknown> {
	if (typeof failure.with === 'number') return await sendRefusal(reply, failure.with, failure);
	if (failure.with === 'silence') {
		await new Promise<void>((resolve) => reply.raw.once('close', resolve));
		return reply.hijack();
	}
	reply.hijack();
	if (failure.with === 'hang-up') reply.raw.destroy();
	else sendBadBody(reply.raw, failure.with, answer, failure.status ?? BAD_REQUEST);
	return reply;
}

/** Status of what `sendFailure` sends; undefined when it sends none. */
export function statusOf(failure: Failure, answer?: Answer): number | undefined {
	if (typeof failure.with === 'number') return failure.with;
	if (failure.with === 'endless-body' || failure.with === 'huge-body') return failure.status ?? BAD_REQUEST;
	return answer?.status;
}

async function sendRefusal(reply: FastifyReply, status: number, failure: Failure): Promise<unknown> {
	const { error, description, text, contentType = 'text/html', retryAfter } = failure;
	if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
	if (text !== undefined) return await reply.code(status).type(contentType).send(text);
	return await reply.code(status).send({
		error: error ?? (status === 429 ? 'too_many_requests' : 'internal_server_error'),
		description: description ?? 'Unexpected server error',
	});
}

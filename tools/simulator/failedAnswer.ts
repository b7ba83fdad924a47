import type { FastifyReply } from 'fastify';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

import type { Failure } from './failures';
import type { Answer } from './handler';

/** Successful responses that break off in different ways, after the call was carried out. */
export const BROKEN_BODIES = [
	'reset-body',
	'short-body',
	'half-chunk',
	'bad-gzip',
	'no-body',
	'no-http',
] as const;

export type BrokenBody = (typeof BROKEN_BODIES)[number];

/** Ways in which a response fails after it has started. */
export type BodyFailure = BrokenBody | 'silent-body' | 'endless-body' | 'huge-body';

const BAD_REQUEST = 400;
const JSON_TYPE = 'application/json';
const HUGE = 300 * 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, ' ');

/** The response that would have been sent. */
interface Whole {
	status: number;
	contentType: string;
	bytes: Buffer;
}

/** Whether this kind of failure breaks a success. In that case, the call is carried out first. */
export function isBrokenBody(name: unknown): name is BrokenBody {
	return (BROKEN_BODIES as readonly unknown[]).includes(name);
}

/**
 * Fails instead of responding.
 *
 * @param answer the response that would have been sent, if there is one
 */
export async function sendFailure(reply: FastifyReply, failure: Failure, answer?: Answer): Promise<unknown> {
	const { with: kind, status = BAD_REQUEST } = failure;
	if (typeof kind === 'number') return await sendRefusal(reply, kind, failure);
	if (kind === 'silence') await new Promise<void>((resolve) => reply.raw.once('close', resolve));
	reply.hijack();
	if (kind === 'hang-up') reply.raw.destroy();
	else if (kind !== 'silence') badBodies[kind](reply.raw, wholeOf(answer), status);
	return reply;
}

/** Status that `sendFailure` sends, or undefined if it sends none. */
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

/** How each kind of broken response is sent, without the framework. `status` is only used for an endless or a huge body. */
const badBodies: Record<BodyFailure, (raw: ServerResponse, whole: Whole, status: number) => void> = {
	'reset-body': (raw, whole) => {
		writeHead(raw, whole);
		raw.write(whole.bytes.subarray(0, whole.bytes.length / 2), () => raw.socket?.resetAndDestroy());
	},
	'short-body': (raw, whole) => {
		writeHead(raw, whole, whole.bytes.length + 1);
		raw.write(whole.bytes, () => raw.socket?.end());
	},
	'half-chunk': (raw, { status, contentType, bytes }) => {
		const head = `HTTP/1.1 ${status} OK\r\ncontent-type: ${contentType}\r\ntransfer-encoding: chunked\r\n\r\n`;
		const size = `${(bytes.length + 1).toString(16)}\r\n`;
		raw.socket?.end(Buffer.concat([Buffer.from(head + size), bytes]));
	},
	'bad-gzip': (raw, { status, contentType, bytes }) => {
		raw.writeHead(status, { 'content-type': contentType, 'content-encoding': 'gzip' }).end(bytes);
	},
	'no-body': (raw, whole) => {
		writeHead(raw, whole);
		raw.flushHeaders();
		raw.socket?.end();
	},
	'no-http': (raw) => {
		raw.socket?.end('220 mail.example.com ESMTP\r\n');
	},
	'silent-body': (raw, whole) => {
		writeHead(raw, { ...whole, contentType: JSON_TYPE }, 100);
		raw.write('{');
	},
	/** Sends a space ten times a second, for as long as the caller listens. */
	'endless-body': (raw, _whole, status) => {
		raw.writeHead(status, { 'content-type': JSON_TYPE });
		raw.write('{"error":"bad_request",');
		const timer = setInterval(() => raw.write(' '), 100);
		raw.once('close', () => {
			clearInterval(timer);
		});
	},
	/** Sends 300 MB as fast as the caller reads. */
	'huge-body': (raw, _whole, status) => {
		raw.writeHead(status, { 'content-type': 'text/html', 'content-length': HUGE });
		const chunks = Array.from({ length: HUGE / CHUNK.length }, () => CHUNK);
		Readable.from(chunks).pipe(raw);
	},
};

function writeHead(raw: ServerResponse, { status, contentType, bytes }: Whole, length = bytes.length): void {
	raw.writeHead(status, { 'content-type': contentType, 'content-length': length });
}

/** A response without a body couldn't break off, so it gets an empty object. */
function wholeOf({ status = 200, json, bytes, contentType = JSON_TYPE }: Partial<Answer> = {}): Whole {
	const whole = bytes ?? Buffer.from(JSON.stringify(json ?? {}));
	return { status: status === 204 ? 200 : status, contentType, bytes: whole };
}

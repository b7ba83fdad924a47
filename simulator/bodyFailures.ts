import type { ServerResponse } from 'node:http';

import type { Answer } from './handler';

/** Ways in which an answer goes wrong after it has begun; the first six come after the call's effect. */
export type BodyFailure = BrokenBody | 'silent-body' | 'endless-body' | 'huge-body';

export type BrokenBody = (typeof BROKEN_BODIES)[number];

/** Successes that break off, each in its own way. */
export const BROKEN_BODIES = [
	'reset-body',
	'short-body',
	'half-chunk',
	'bad-gzip',
	'no-body',
	'no-http',
] as const;

interface Whole {
	status: number;
	contentType: string;
	bytes: Buffer;
}

const HUGE = 300 * 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, ' ');

/** Whether this breaks a success, so that the call's effect comes before it. */
export function isBrokenBody(name: unknown): name is BrokenBody {
	return (BROKEN_BODIES as readonly unknown[]).includes(name);
}

/**
 * Sends an answer whose body goes wrong.
 *
 * @param raw the response, which no framework looks after any more
 * @param answer what would have been answered; it gets a body if it had none
 * @param status of an endless or a huge body
 */
export function sendBadBody(
	raw: ServerResponse,
	name: BodyFailure,
	answer: Answer | undefined,
	status: number,
): void {
	switch (name) {
		case 'endless-body':
			sendEndless(raw, status);
			return;
		case 'huge-body':
			sendHuge(raw, status);
			return;
		case 'silent-body':
			raw.writeHead(answer?.status ?? 200, { 'content-type': 'application/json', 'content-length': 100 });
			raw.write('{');
			return;
		default:
			breakOff[name](raw, wholeOf(answer));
	}
}

/** How each broken body is sent. */
const breakOff: Record<BrokenBody, (raw: ServerResponse, whole: Whole) => void> = {
	'reset-body': (raw, whole) => {
		writeHead(raw, whole, whole.bytes.length);
		raw.write(half(whole), () => raw.socket?.resetAndDestroy());
	},
	'short-body': (raw, whole) => {
		writeHead(raw, whole, whole.bytes.length + 1);
		raw.write(whole.bytes, () => raw.socket?.end());
	},
	'half-chunk': (raw, { status, contentType, bytes }) => {
		raw.socket?.end(
			Buffer.concat([
				Buffer.from(
					`HTTP/1.1 ${status} OK\r\ncontent-type: ${contentType}\r\ntransfer-encoding: chunked\r\n\r\n` +
						`${(bytes.length + 1).toString(16)}\r\n`,
				),
				bytes,
			]),
		);
	},
	'bad-gzip': (raw, { status, contentType, bytes }) => {
		raw.writeHead(status, { 'content-type': contentType, 'content-encoding': 'gzip' }).end(bytes);
	},
	'no-body': (raw, whole) => {
		writeHead(raw, whole, whole.bytes.length);
		raw.flushHeaders();
		raw.socket?.end();
	},
	'no-http': (raw) => {
		raw.socket?.end('220 mail.example.com ESMTP\r\n');
	},
};

function writeHead(raw: ServerResponse, { status, contentType }: Whole, length: number): void {
	raw.writeHead(status, { 'content-type': contentType, 'content-length': length });
}

function half({ bytes }: Whole): Buffer {
	return bytes.subarray(0, bytes.length / 2);
}

/** An answer without a body cannot break off; it gets an empty object. */
function wholeOf({ status = 200, json, bytes, contentType }: Partial<Answer> = {}): Whole {
	return {
		status: status === 204 ? 200 : status,
		contentType: contentType ?? 'application/json',
		bytes: bytes ?? Buffer.from(JSON.stringify(json ?? {})),
	};
}

/** A blank now and then, for as long as the caller listens. */
function sendEndless(raw: ServerResponse, status: number): void {
	raw.writeHead(status, { 'content-type': 'application/json' });
	raw.write('{"error":"bad_request",');
	const timer = setInterval(() => raw.write(' '), 100);
	raw.once('close', () => {
		clearInterval(timer);
	});
}

/** As fast as the caller reads, up to 300 MB. */
function sendHuge(raw: ServerResponse, status: number): void {
	raw.writeHead(status, { 'content-type': 'text/html', 'content-length': HUGE });
	let left = HUGE / CHUNK.length;
	const send = (): void => {
		while (left > 0 && !raw.destroyed) {
			left -= 1;
			if (!raw.write(CHUNK)) {
				raw.once('drain', send);
				return;
			}
		}
		raw.end();
	};
	send();
}

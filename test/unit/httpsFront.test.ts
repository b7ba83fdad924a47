import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { Agent, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';

import { HttpsFront, type HttpsFrontOptions } from '../../harness/httpsFront';

const servers: Server[] = [];
const fronts: HttpsFront[] = [];

afterEach(async () => {
	for (const front of fronts.splice(0)) await front.stop();
	for (const server of servers.splice(0)) {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	}
});

/** By hand, because what goes over the line is compared, and some requests are left open. */
async function startServer(listener: RequestListener): Promise<string> {
	const server = createServer(listener);
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function startFront(targets: string[], options: HttpsFrontOptions = {}): Promise<HttpsFront> {
	const front = await HttpsFront.start({ targets, ...options });
	fronts.push(front);
	return front;
}

function open(front: HttpsFront, path = '/', headers: Record<string, string> = {}) {
	const agent = new Agent({ ca: front.certificate });
	return request(front.url + path, { method: 'POST', agent, headers });
}

interface Answer {
	status: number | undefined;
	headers: IncomingMessage['headers'];
	body: Buffer;
}

async function post(front: HttpsFront, body: Buffer | string = '', headers = {}): Promise<Answer> {
	const sending = open(front, '/path?a=1&b=%20', headers).end(body);
	const [answer] = (await once(sending, 'response')) as [IncomingMessage];
	return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

describe('The HTTPS front', () => {
	it('passes requests and answers on byte for byte, with their headers', async () => {
		const sent = gzipSync('{"a": "\u00e9" }');
		let seen: Partial<IncomingMessage> & { body?: Buffer } = {};
		const target = await startServer((message, response) => {
			void buffer(message).then((body) => {
				seen = { method: message.method ?? '', url: message.url ?? '', headers: message.headers, body };
				response.writeHead(418, [
					['content-encoding', 'gzip'],
					['set-cookie', 'a=1; Secure'],
					['set-cookie', 'b=2'],
				]);
				response.end(sent);
			});
		});
		const front = await startFront([target]);

		const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json', 'webhook-id': 'msg_1' };
		const answer = await post(front, sent, headers);

		expect(seen).toMatchObject({ method: 'POST', url: '/path?a=1&b=%20' });
		expect(seen.headers).toMatchObject({ ...headers, host: new URL(front.url).host });
		expect(seen.body).toEqual(sent);
		expect(answer.status).toBe(418);
		expect(answer.headers).toMatchObject({
			'content-encoding': 'gzip',
			'set-cookie': ['a=1; Secure', 'b=2'],
		});
		expect(answer.body).toEqual(sent);
	});
});

import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import axios from 'axios';
import { WebSocket, WebSocketServer } from 'ws';
import { HttpFront } from '../../tools/demo/front/httpFront';
import { findFreePort } from '../../tools/harness/ports';
import { startServer, stopServer } from './support/server';

const PUBLIC = 'https://localhost:20443';

let server: Server | undefined;
let front: HttpFront | undefined;
let local = '';

afterEach(async () => {
	await front?.stop();
	if (server) await stopServer(server);
});

/** Starts a front for a server with this listener. */
async function startFront(listener?: RequestListener): Promise<Server> {
	const target = await startServer(listener);
	server = target.server;
	const port = await findFreePort();
	front = await HttpFront.start({ port, target: target.url, publicUrl: PUBLIC });
	local = `http://localhost:${port}`;
	return target.server;
}

async function get(path = '/', headers = {}) {
	return await axios.get<string>(local + path, {
		headers,
		responseType: 'text',
		transformResponse: (text: string) => text,
		maxRedirects: 0,
		validateStatus: () => true,
	});
}

describe('The HTTP front', () => {
	it("only answers to this machine's names, because any name can point here", async () => {
		let asked = 0;
		await startFront((_request, response) => {
			asked++;
			response.end();
		});
		if (front) front.session = 'n8n-auth=secret; Path=/';
		new WebSocketServer({ server });

		const page = { 'sec-fetch-dest': 'document' };
		const path = '/home/workflows';
		const { status, headers } = await get(path, { host: 'elsewhere.example:5678', ...page });
		expect([status, headers['set-cookie'], asked]).toEqual([421, undefined, 0]);
		for (const host of [new URL(local).host, '127.0.0.1:5678']) {
			expect((await get(path, { host, ...page })).headers['set-cookie']).toHaveLength(1);
		}
		const socket = new WebSocket(local.replace('http', 'ws'), { headers: { host: 'elsewhere.example' } });
		await expect(once(socket, 'open')).rejects.toThrow('socket hang up');
	});

	it('shows its own address for forms and chats, and leaves other webhooks as they are', async () => {
		const paths = ['/form/id', '/form-test/id', '/form-waiting/12?signature=a', '/webhook/id/chat', '/'];
		const pages = (base: string) => paths.map((path) => base + path);
		const others = ['/webhook/id/webhook', '/webhook-test/id/webhook', '1/form/id'].map(
			(end) => PUBLIC + end,
		);
		const text = JSON.stringify([...pages(PUBLIC), ...others, 'é']);
		await startFront((_request, response) => {
			const length = Buffer.byteLength(text);
			response.writeHead(200, { 'content-type': 'application/json', 'content-length': length }).end(text);
		});

		expect(JSON.parse((await get()).data)).toEqual([...pages(local), ...others, 'é']);
	});

	it('passes lines on whole, however their bytes are split', async () => {
		const [line, cut] = [`<a href="${PUBLIC}/form/é">\n`, PUBLIC.length + 12];
		let finish = () => {};
		await startFront((_request, response) => {
			response.writeHead(200, { 'content-type': 'text/html' });
			response.write(Buffer.from(line).subarray(0, cut));
			setImmediate(() => response.write(Buffer.concat([Buffer.from(line).subarray(cut), Buffer.from('<p')])));
			finish = () => response.end('>');
		});

		const { body } = await fetch(local);
		const reader = (body as ReadableStream<Uint8Array>).getReader();
		const first = await reader.read();
		finish();
		const second = await reader.read();

		expect(Buffer.from(first.value ?? []).toString()).toBe(`<a href="${local}/form/é">\n`);
		expect(Buffer.from(second.value ?? []).toString()).toBe('<p>');
	});

	it("passes web sockets on with the origin, and rewrites the server's messages", async () => {
		const sockets = new WebSocketServer({ server: await startFront() });
		sockets.on('connection', (socket, { url, headers }) => {
			socket.on('message', (data: Buffer) => {
				socket.send(JSON.stringify([url, headers.cookie, headers.host, String(data), `${PUBLIC}/form/id`]));
			});
		});
		const browser = new WebSocket(`${local.replace('http', 'ws')}/rest/push?a=1`, {
			headers: { cookie: 'b=2' },
		});
		await once(browser, 'open');
		browser.send('hello');

		const [message] = (await once(browser, 'message')) as [Buffer];

		const { host } = new URL(local);
		expect(JSON.parse(String(message))).toEqual(['/rest/push?a=1', 'b=2', host, 'hello', `${local}/form/id`]);
		const closed = once(browser, 'close');
		for (const socket of sockets.clients) socket.close();
		await closed;
	});

	it.each(['resetAndDestroy', 'destroy'] as const)(
		'survives a browser that leaves before n8n accepts its web socket (%s), and drops the request to n8n',
		async (leave) => {
			const target = await startFront();
			const sockets = new WebSocketServer({ noServer: true });
			const asked = once(target, 'upgrade') as Promise<[IncomingMessage, Socket, Buffer]>;
			const browser = connect(Number(new URL(local).port), '127.0.0.1');
			const key = Buffer.alloc(16).toString('base64');
			browser.write(
				`GET /rest/push HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
					`Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
			);
			const request = await asked;
			browser[leave]();
			await once(browser, 'close');

			const taken = new Promise<WebSocket>((resolve) => {
				sockets.handleUpgrade(...request, resolve);
			});
			await once(await taken, 'close');

			target.on('request', (_request, response) => response.end('here'));
			expect((await get()).data).toBe('here');
		},
	);
});

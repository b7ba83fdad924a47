import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { Agent } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import axios from 'axios';
import { HttpsFront } from '../../harness/httpsFront';

const body = gzipSync('{"a": "\u00e9" }');
const coded = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
const cookies = ['a=1; Secure', 'b=2'];

let seen: { method?: string; url?: string; headers: IncomingHttpHeaders; body: Buffer } | undefined;
let server: Server;
let front: HttpsFront;

beforeAll(async () => {
	server = createServer((request, response) => {
		const { method = '', url = '', headers } = request;
		void buffer(request).then((sent) => {
			seen = { method, url, headers, body: sent };
			response.writeHead(418, { ...coded, 'set-cookie': cookies }).end(body);
		});
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	front = await HttpsFront.start({ targets: [`http://127.0.0.1:${port}`] });
});

afterAll(async () => {
	await front.stop();
	server.closeAllConnections();
	server.close();
});

describe('The HTTPS front', () => {
	it('passes requests and answers on byte for byte, with their headers', async () => {
		const headers = { ...coded, 'webhook-id': 'msg_1' };
		const answer = await axios.post<Buffer>(`${front.url}/path?a=1&b=%20`, body, {
			headers,
			httpsAgent: new Agent({ ca: front.certificate }),
			decompress: false,
			responseType: 'arraybuffer',
			validateStatus: () => true,
		});

		expect(seen).toMatchObject({ method: 'POST', url: '/path?a=1&b=%20', body });
		expect(seen?.headers).toMatchObject({ ...headers, host: new URL(front.url).host });
		expect(answer.status).toBe(418);
		expect(answer.headers).toMatchObject({ ...coded, 'set-cookie': cookies });
		expect(answer.data).toEqual(body);
	});
});

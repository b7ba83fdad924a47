import { X509Certificate } from 'node:crypto';
import { Agent } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import axios from 'axios';
import { createCertificate, HttpsFront } from '../../tools/harness/httpsFront';
import { startServer, stopServer } from './support/server';

const body = gzipSync('{"a": "\u00e9" }');
const coded = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
const cookies = ['a=1; Secure', 'b=2'];

it('The HTTPS front passes requests and answers on byte for byte, with their headers', async () => {
	let seen: object | undefined;
	const { server, url: target } = await startServer((request, response) => {
		const { method, url, headers } = request;
		void buffer(request).then((sent) => {
			seen = { method, url, headers, body: sent };
			response.writeHead(418, { ...coded, 'set-cookie': cookies }).end(body);
		});
	});
	const front = await HttpsFront.start({ targets: [target] });
	const headers = { ...coded, 'webhook-id': 'msg_1' };
	const answer = await axios.post<Buffer>(`${front.url}/path?a=1&b=%20`, body, {
		headers,
		httpsAgent: new Agent({ ca: front.certificate }),
		decompress: false,
		responseType: 'arraybuffer',
		validateStatus: () => true,
	});
	await front.stop();
	await stopServer(server);

	const asSent = { ...headers, host: new URL(front.url).host };
	expect(seen).toMatchObject({ method: 'POST', url: '/path?a=1&b=%20', headers: asSent, body });
	expect(answer.status).toBe(418);
	expect(answer.headers).toMatchObject({ ...coded, 'set-cookie': cookies });
	expect(answer.data).toEqual(body);
});

it('Its certificate is valid at once, even if the clock of a test is ahead', async () => {
	const now = Date.now();
	jest.useFakeTimers({ now: now + 60_000, doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
	const { certificate } = await createCertificate().finally(() => jest.useRealTimers());
	expect(Date.parse(new X509Certificate(certificate).validFrom)).toBeLessThanOrEqual(now);
});

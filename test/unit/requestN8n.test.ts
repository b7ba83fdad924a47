import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requestN8n } from '../../tools/harness/n8n/request';

const NOT_READY = '{"code":503,"message":"Database is not ready!"}';

let server: Server;
let requests = 0;

/**
 * Starts a server in place of n8n. Each request goes to the next listener, and all remaining requests go to the last one.
 */
async function n8nThat(...answers: RequestListener[]): Promise<string> {
	requests = 0;
	server = createServer((request, response) => {
		const answer = answers[Math.min(requests, answers.length - 1)];
		requests += 1;
		answer?.(request, response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const isBusy: RequestListener = (_request, response) => response.writeHead(503).end(NOT_READY);
const drops: RequestListener = (request) => request.socket.destroy();
const answers: RequestListener = (_request, response) => response.end('done');

afterEach(async () => {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
});

it('repeats a request to a busy n8n until it accepts it, whatever the request does', async () => {
	const url = await n8nThat(isBusy, isBusy, answers);
	await expect(requestN8n({ url, method: 'POST', data: {} })).resolves.toMatchObject({ data: 'done' });
	expect(requests).toBe(3);
});

it('repeats a request after a dropped connection if nothing can happen twice', async () => {
	const url = await n8nThat(drops, answers);
	await expect(requestN8n({ url })).resolves.toMatchObject({ data: 'done' });
});

it("doesn't repeat a change after a dropped connection, because n8n may have made it", async () => {
	const url = await n8nThat(drops, answers);
	await expect(requestN8n({ url, method: 'POST', data: {} })).rejects.toThrow();
	expect(requests).toBe(1);
});

it('returns a 503 from a workflow', async () => {
	const url = await n8nThat((_request, response) => response.writeHead(503).end('{"message":"Not yet"}'));
	await expect(requestN8n({ url, method: 'POST', data: {} })).resolves.toMatchObject({ status: 503 });
	expect(requests).toBe(1);
});

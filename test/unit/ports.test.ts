import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { firstFreePort } from '../../harness/ports';

test('two who look for a port before either listens get two', async () => {
	const server = createServer().listen(0);
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;

	const first = await firstFreePort(port);
	const second = await firstFreePort(port, first);

	server.close();
	expect(first).toBeGreaterThan(port);
	expect(second).toBeGreaterThan(first);
});

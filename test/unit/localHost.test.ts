import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:https';
import { connect } from 'node:net';
import axios from 'axios';
import { ChatModel } from '../../tools/harness/chatModel';
import { HttpsFront } from '../../tools/harness/httpsFront';
import { onlyLocalHost } from '../../tools/harness/n8n';
import { RecordsSystem } from '../../tools/harness/recordsSystem';
import { startSimulator } from '../../tools/simulator';

/** Anything that listens in the demo. */
interface Listening {
	url: string;
	stop: () => Promise<void>;
}

/** Starts a process with the demo's settings for n8n. */
async function startProcess(): Promise<Listening> {
	const server = `const server = require('node:http').createServer((_, response) => response.end());
		server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 101 Switching Protocols\\r\\n\\r\\n'));
		server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;
	const child = spawn(process.execPath, ['--eval', server], { env: { ...process.env, ...onlyLocalHost } });
	const [port] = (await once(child.stdout, 'data')) as [Buffer];
	return {
		url: `http://127.0.0.1:${String(port).trim()}`,
		stop: async () => {
			child.kill();
			await once(child, 'exit');
		},
	};
}

const servers: Record<string, () => Promise<Listening>> = {
	'the simulator': async () => {
		const simulator = await startSimulator();
		return {
			url: `${simulator.origin}/control`,
			stop: async () => {
				await simulator.stop();
			},
		};
	},
	'the records system': async () => await RecordsSystem.start(),
	'the chat model': async () => await ChatModel.start(() => ({ text: 'Hello' })),
	'the HTTPS front': async () => await HttpsFront.start(),
	'the process of n8n': startProcess,
};

it.each(Object.entries(servers))(
	"%s only answers to this machine's names, because any name can point here",
	async (_what, start) => {
		const server = await start();
		const statusFor = async (host: string): Promise<number> => {
			const httpsAgent = new Agent({ rejectUnauthorized: false });
			const options = { headers: { host }, httpsAgent, validateStatus: () => true };
			return (await axios.get(server.url, options)).status;
		};
		const { port } = new URL(server.url);
		expect(await statusFor(`elsewhere.example:${port}`)).toBe(421);
		for (const host of [`localhost:${port}`, `127.0.0.1:${port}`])
			expect(await statusFor(host)).not.toBe(421);
		await server.stop();
	},
);

test.each([
	['elsewhere.example', ''],
	['localhost', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
])('n8n answers a web socket for %s with %j', async (host, answer) => {
	const server = await startProcess();
	const socket = connect(Number(new URL(server.url).port), '127.0.0.1').setEncoding('utf8');
	socket.on('error', () => undefined);
	socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
	let received = '';
	socket.on('data', (text: string) => {
		received += text;
	});
	await once(socket, 'close');
	expect(received).toBe(answer);
	await server.stop();
});

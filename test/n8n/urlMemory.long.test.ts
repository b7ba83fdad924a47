import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { INodeParameters } from 'n8n-workflow';
import { N8n, type Execution, type StoredCredential } from '../../tools/harness/n8n';
import { accessTokenDraft } from '../../tools/harness/n8n/credentials';
import { manualTrigger, node, workflow } from '../../tools/harness/n8n/workflows';
import { seed, startSimulator, type Simulator } from '../../tools/simulator';
import { clinic } from '../contract/support/operationCases';
import { startRawServer, stopRawServers, type RawServer } from '../contract/support/rawServer';
import { HeldMemory } from '../../tools/harness/n8n/heldMemory';
import { ACTION_NODE, NODE } from './support/bench';

const NUMBER = '+15550100299';

/** Largest file that Fax.Plus accepts, in megabytes. */
const MOST = 150;

/** Maximum additional memory that n8n may use, in megabytes. It's less than the file's size, however busy the machine is. */
const MOST_HELD = 100;
const CHECK_MS = 500;

const MEGABYTE = Buffer.alloc(1024 * 1024, '%PDF-1.4 a page of a letter %%EOF\n');
const TYPE = { 'content-type': 'application/pdf' };

/** How a server handles a request. */
type Answer = (response: ServerResponse, url: string) => Promise<void>;

let held: HeldMemory;
let n8n: N8n;
let simulator: Simulator;
let credential: StoredCredential;

beforeAll(async () => {
	held = await HeldMemory.start();
	n8n = await N8n.start({ env: { ...held.env, N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' } });
	simulator = await startSimulator();
	simulator.sending.converting = 3_600_000;
	credential = await n8n.api.createCredential(accessTokenDraft(simulator, seed.ownerToken));
	// n8n loads some code at the first send and keeps it in memory.
	await sendFrom(await serving(oneMegabyte));
	expect(sizes()).toEqual([MEGABYTE.length]);
});
beforeEach(() => {
	simulator.reset();
	simulator.sending.converting = 3_600_000;
});
afterEach(stopRawServers);
afterAll(async () => {
	await n8n.stop();
	await simulator.stop();
	await held.stop();
});

/** Returns the sizes of all documents that were sent to Fax.Plus. */
function sizes(): number[] {
	const sent = [...clinic(simulator).outbox.values()].filter(({ to }) => to === NUMBER);
	return sent.flatMap(({ documents }) => documents.map(({ size }) => size));
}

async function serving(answer: Answer): Promise<RawServer> {
	return await startRawServer(({ url = '' }, response) => {
		void answer(response, url);
	});
}

/** Writes megabytes as fast as the receiver reads them, until it stops reading. */
async function write(
	response: NodeJS.WritableStream & Pick<ServerResponse, 'destroyed'>,
	megabytes: number,
): Promise<void> {
	for (let written = 0; written < megabytes && !response.destroyed; written++) {
		if (response.write(MEGABYTE)) continue;
		const taken = new AbortController();
		const events = ['drain', 'close'].map(async (event) => {
			await once(response, event, taken);
		});
		await Promise.race(events).catch(() => undefined);
		taken.abort();
		await Promise.allSettled(events);
	}
}

async function oneMegabyte(response: ServerResponse): Promise<void> {
	response.writeHead(200, TYPE);
	await write(response, 1);
	response.end();
}

/** Faxes the document that a server has. */
async function sendFrom({ baseUrl }: RawServer, options: INodeParameters = {}): Promise<Execution> {
	const parameters = {
		authentication: 'accessToken',
		resource: 'fax',
		operation: 'send',
		from: { __rl: true, mode: 'number', value: seed.ownedNumber },
		to: NUMBER,
		source: 'url',
		documentUrl: new URL('/letter.pdf', baseUrl).href,
		options: { allowHttp: true, ...options },
	};
	const action = node(NODE, ACTION_NODE, parameters, { credentials: [credential] });
	const { id } = await n8n.api.createWorkflow(workflow('Large file', [manualTrigger, action]));
	return await n8n.api.runManually(id, manualTrigger.name);
}

async function heldNow(): Promise<number> {
	const { heap, external } = await held.of(n8n);
	return heap + external;
}

/** Runs an execution in n8n. Returns its message, and n8n's peak use of additional memory, in megabytes. */
async function watched(work: () => Promise<Execution>): Promise<{ message: string; most: number }> {
	const before = await heldNow();
	const working = work();
	const end = new AbortController();
	void working.finally(() => {
		end.abort();
	});
	let most = 0;
	while (!end.signal.aborted) {
		most = Math.max(most, (await heldNow()) - before);
		await pause(CHECK_MS);
	}
	return { message: (await working).data.resultData.error?.message ?? '', most };
}

test('a file of 150 MB is faxed from its address, and n8n never holds more than a part of it', async () => {
	const server = await serving(async (response) => {
		response.writeHead(200, TYPE);
		await write(response, MOST);
		response.end();
	});

	const { message, most } = await watched(async () => await sendFrom(server));

	expect(message).toBe('');
	expect(sizes()).toEqual([MOST * MEGABYTE.length]);
	expect(most).toBeLessThan(MOST_HELD);
});

const FAULTS: Array<[what: string, answer: Answer, message: RegExp, options?: INodeParameters]> = [
	[
		'is slow, and stops in the middle of the file',
		async (response) => {
			response.writeHead(200, TYPE);
			await write(response, MOST - 1);
		},
		/in time/,
		{ timeout: 10 },
	],
	[
		'declares a file that is larger than allowed',
		async (response) => {
			response.writeHead(200, { ...TYPE, 'content-length': MOST * MEGABYTE.length + 1 });
			await write(response, MOST);
		},
		/is larger than 150 MB/,
	],
	[
		'sends less than declared',
		async (response) => {
			response.writeHead(200, { ...TYPE, 'content-length': MOST * MEGABYTE.length });
			await write(response, MOST - 1);
			response.socket?.end();
		},
		/^The connection to the address \S+ broke/,
	],
	[
		'breaks off',
		async (response) => {
			response.writeHead(200, TYPE);
			await write(response, MOST - 1);
			response.destroy();
		},
		/^The connection to the address \S+ broke/,
	],
	[
		'leads in a circle, with much to read on the way',
		async (response, url) => {
			response.writeHead(302, { location: `${url}?` });
			await write(response, 2 * MOST);
		},
		/redirects more than 5 times/,
	],
	[
		'never ends',
		async (response) => {
			response.writeHead(200, TYPE);
			await write(response, Number.POSITIVE_INFINITY);
		},
		/is larger than 150 MB/,
	],
	[
		"never ends when it's unpacked",
		async (response) => {
			response.writeHead(200, { ...TYPE, 'content-encoding': 'gzip' });
			const packed = createGzip();
			packed.pipe(response);
			response.on('close', () => packed.destroy());
			await write(packed, Number.POSITIVE_INFINITY);
		},
		/is larger than 150 MB/,
	],
	[
		'refuses with an endless message',
		async (response) => {
			response.writeHead(403, { 'content-type': 'text/html' });
			await write(response, Number.POSITIVE_INFINITY);
		},
		/responded with status 403 and a web page/,
	],
];

test.each(FAULTS)(
	'nothing is sent from an address that %s, and n8n holds no more',
	async (_what, answer, words, options = {}) => {
		const server = await serving(answer);

		const { message, most } = await watched(async () => await sendFrom(server, options));

		expect(message).toMatch(words);
		expect(simulator.requests).toEqual([]);
		expect(most).toBeLessThan(MOST_HELD);
	},
);

import autocannon from 'autocannon';
import { setTimeout as pause } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';

import type { Simulator } from '../../simulator';
import { seed, startSimulator } from '../../simulator';
import { HttpsFront } from '../../harness/httpsFront';
import type { N8n, StoredCredential } from '../../harness/n8n';
import { startN8n, statusesUnderWay } from '../../harness/n8n';
import { signingSecrets } from '../../harness/n8n/signingSecrets';
import { n8nVersionsOf, serverVersionsOf } from '../figures/versions';
import { startQueueMode } from '../../test/queue/support';
import { timed } from './measure';

const CONNECTIONS = 8;

/** An n8n with the package, the simulated service, and credentials for it. */
export interface Bench {
	simulator: Simulator;
	/** The process with the REST API. */
	n8n: N8n;
	/** Base address of a process that takes webhook calls. */
	webhooks: string;
	account: StoredCredential;
	secret: StoredCredential;
	/** Exact versions of n8n and of what it runs on. */
	versions: Record<string, string>;
	stop(): Promise<void>;
}

/** Starts what benchmarks need, with n8n as one process; `stop` ends it. */
export async function startBench(env: Record<string, string> = {}): Promise<Bench> {
	const front = await HttpsFront.start();
	// n8n's GitHub Trigger, to compare with, refuses an address that is called localhost.
	const webhookAddress = `${front.url.replace('localhost', '127.0.0.1')}/`;
	const n8n = await startN8n({ front, env: { WEBHOOK_URL: webhookAddress, ...env } });
	const webhooks = n8n.url.replace('localhost', '127.0.0.1');
	front.setTargets([webhooks]);
	return await prepare(n8n, webhooks, async () => {
		await n8n.stop();
		await front.stop();
	});
}

/** The same with n8n in queue mode: a main process, two for webhooks, of which one gets the load, and two workers. */
export async function startQueueBench(env: Record<string, string> = {}): Promise<Bench> {
	const queueMode = await startQueueMode({ env });
	const [first] = queueMode.webhooks;
	const webhooks = (first ?? queueMode.main).url.replace('localhost', '127.0.0.1');
	const bench = await prepare(queueMode.main, webhooks, async () => {
		await queueMode.stop();
	});
	return { ...bench, versions: { ...bench.versions, ...(await serverVersionsOf(queueMode)) } };
}

async function prepare(n8n: N8n, webhooks: string, stopN8n: () => Promise<void>): Promise<Bench> {
	const simulator = await startSimulator();
	const account = await n8n.api.createCredential({
		name: 'Account',
		type: 'faxPlusApi',
		data: { accessToken: seed.ownerToken, baseUrl: simulator.baseUrl },
	});
	const secret = await n8n.api.createCredential({
		name: 'Secret',
		type: 'faxPlusWebhookSecretApi',
		data: { ...signingSecrets() },
	});
	const stop = async (): Promise<void> => {
		await stopN8n();
		await simulator.stop();
	};
	return { simulator, n8n, webhooks, account, secret, versions: await n8nVersionsOf(n8n.version), stop };
}

let deliveries = 0;

/** Body and headers of a delivery that has never been sent before, about one fax or one of its own. */
export function newDelivery(
	secret: string,
	faxId?: string,
): { id: string; body: string; headers: Record<string, string> } {
	deliveries += 1;
	const id = `msg_${process.pid}_${deliveries}`;
	const fax = faxId ?? `fax_${deliveries}`;
	const body = JSON.stringify({
		hook: { id: fax, event: 'fax_received', event_time: '2026-11-21 06:00:00', target: '' },
		data: {
			id: fax,
			from: '+15550100999',
			to: '+15550100000',
			pages: 2,
			status: 'success',
			note: 'x'.repeat(1500),
		},
	});
	const date = new Date();
	return {
		id,
		body,
		headers: {
			'content-type': 'application/json',
			'webhook-id': id,
			'webhook-timestamp': String(Math.floor(date.getTime() / 1000)),
			'webhook-signature': new Webhook(secret).sign(id, date, body),
		},
	};
}

/** A workflow under load: what it stands for, its id, the path of its webhook and what to send. */
export interface Contestant {
	name: string;
	workflowId: string;
	path: string;
	next: () => { body: string; headers: Record<string, string> };
}

/** Deliveries a second, from the first request to the end of the last execution that they start. */
export async function deliveriesPerSecond(
	{ n8n, webhooks }: Bench,
	contestant: Contestant,
	amount: number,
): Promise<number> {
	const milliseconds = await timed(async () => {
		await send(webhooks, contestant, amount, '2xx');
		await untilIdle(n8n, contestant.workflowId);
	});
	return amount / (milliseconds / 1000);
}

/** Requests a second that a webhook refuses. */
export async function refusalsPerSecond(
	{ webhooks }: Bench,
	contestant: Contestant,
	amount: number,
): Promise<number> {
	const milliseconds = await timed(async () => {
		await send(webhooks, contestant, amount, '4xx');
	});
	return amount / (milliseconds / 1000);
}

/**
 * Sends requests, eight at a time.
 *
 * @throws Error unless all are answered with a status of this class
 */
async function send(
	webhooks: string,
	{ path, next }: Contestant,
	amount: number,
	expected: '2xx' | '4xx',
): Promise<void> {
	const result = await autocannon({
		url: webhooks + path,
		connections: CONNECTIONS,
		amount,
		// It ends with a tick, so ticks have to be short.
		sampleInt: 10,
		requests: [{ method: 'POST', setupRequest: (request) => ({ ...request, ...next() }) }],
	});
	if (result[expected] === amount) return;
	throw new Error(`${result[expected]} of ${amount} requests to ${path} were answered with ${expected}`);
}

/** Waits until a workflow has no execution that waits or runs. */
export async function untilIdle(n8n: N8n, workflowId: string): Promise<void> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId, status: statusesUnderWay }));
	for (;;) {
		const { results } = await n8n.api.call<{ results: unknown[] }>(
			'GET',
			`/rest/executions?filter=${filter}&limit=1`,
		);
		if (results.length === 0) return;
		await pause(20);
	}
}

/** Waits until something is there; benchmarks start after n8n has registered its webhooks. */
export async function until<T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> {
	for (let i = 0; i < 600; i++) {
		const found = await look();
		if (found !== undefined) return found;
		await pause(100);
	}
	throw new Error('What the benchmark waits for did not come within a minute');
}

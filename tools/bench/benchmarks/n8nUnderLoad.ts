import axios from 'axios';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import { seed, signedHeaders, startSimulator, type Simulator } from '../../simulator';
import { HttpsFront } from '../../harness/httpsFront';
import { N8n, statusesUnderWay, type StoredCredential } from '../../harness/n8n';
import { accessTokenDraft, secretsDraft } from '../../harness/n8n/credentials';
import { n8nVersionsOf, serverVersionsOf } from '../figures/versions';
import { QueueMode } from '../../harness/queue/queueMode';
import { timed, type Measurement } from './measure';

const CONNECTIONS = 8;

/** An n8n instance with the package, the simulator, and credentials for it. */
export interface Bench {
	simulator: Simulator;
	n8n: N8n;
	/** Base address of a process that receives webhook calls. */
	webhooks: string;
	account: StoredCredential;
	secret: StoredCredential;
	/** Exact versions of n8n and of the software that it runs on. */
	versions: Record<string, string>;
	stop(): Promise<void>;
}

/** The work of a benchmark, given the n8n instance and the simulator. */
type Work = (bench: Bench) => Promise<Omit<Measurement, 'versions'>>;

/** Measures n8n as a single process, and then stops it. */
export async function withBench(work: Work, env: Record<string, string> = {}): Promise<Measurement> {
	return await measured(await startBench(env), work);
}

/**
 * Measures n8n in queue mode: a main process, two webhook processes, and two workers. One webhook process gets all of the load.
 */
export async function withQueueBench(work: Work, env: Record<string, string> = {}): Promise<Measurement> {
	return await measured(await startQueueBench(env), work);
}

async function measured(bench: Bench, work: Work): Promise<Measurement> {
	try {
		return { ...(await work(bench)), versions: bench.versions };
	} finally {
		await bench.stop();
	}
}

async function startBench(env: Record<string, string>): Promise<Bench> {
	const front = await HttpsFront.start();
	// n8n's GitHub Trigger is one of the rivals, and rejects addresses on localhost.
	const webhookAddress = `${front.url.replace('localhost', '127.0.0.1')}/`;
	const n8n = await N8n.start({ front, env: { WEBHOOK_URL: webhookAddress, ...env } });
	const webhooks = n8n.url.replace('localhost', '127.0.0.1');
	front.setTargets([webhooks]);
	return await prepare(n8n, webhooks, async () => {
		await n8n.stop();
		await front.stop();
	});
}

async function startQueueBench(env: Record<string, string>): Promise<Bench> {
	const queueMode = await QueueMode.start({ env });
	const [first] = queueMode.webhooks;
	const webhooks = (first ?? queueMode.main).url.replace('localhost', '127.0.0.1');
	const bench = await prepare(queueMode.main, webhooks, () => queueMode.stop());
	return { ...bench, versions: { ...bench.versions, ...(await serverVersionsOf(queueMode)) } };
}

async function prepare(n8n: N8n, webhooks: string, stopN8n: () => Promise<void>): Promise<Bench> {
	const simulator = await startSimulator();
	const account = await n8n.api.createCredential(accessTokenDraft(simulator, seed.ownerToken));
	const secret = await n8n.api.createCredential(secretsDraft('Secret'));
	const stop = async (): Promise<void> => {
		await stopN8n();
		await simulator.stop();
	};
	return { simulator, n8n, webhooks, account, secret, versions: await n8nVersionsOf(n8n.version), stop };
}

let deliveries = 0;

/** Body and headers of a new delivery about the given fax, or about a new fax. */
export function newDelivery(secret: string, faxId?: string): ReturnType<Contestant['next']> {
	deliveries += 1;
	const id = `msg_${process.pid}_${deliveries}`;
	const body = bodyAbout(faxId ?? `fax_${deliveries}`);
	return { body, headers: { 'content-type': 'application/json', ...signedHeaders(secret, id, body) } };
}

/** The body of a delivery about a received fax. */
export function bodyAbout(fax: string): string {
	const numbers = { from: '+15550100999', to: '+15550100000' };
	return JSON.stringify({
		hook: { id: fax, event: 'fax_received', event_time: '2026-11-21 06:00:00', target: '' },
		data: { id: fax, ...numbers, pages: 2, status: 'success', note: 'x'.repeat(1500) },
	});
}

/** A workflow under load: its name, its id, the path of its webhook and what to send. */
export interface Contestant {
	name: string;
	workflowId: string;
	path: string;
	next: () => { body: string; headers: Record<string, string> };
}

/** Deliveries a second, from the first request until the last execution finishes. */
export async function deliveriesPerSecond(
	{ n8n, webhooks }: Bench,
	contestant: Contestant,
	amount: number,
): Promise<number> {
	return await perSecond(amount, async () => {
		await send(webhooks, contestant, amount, '2xx');
		await untilIdle(n8n, contestant.workflowId);
	});
}

/** Requests a second that a webhook rejects. */
export async function refusalsPerSecond(
	{ webhooks }: Bench,
	contestant: Contestant,
	amount: number,
): Promise<number> {
	return await perSecond(amount, () => send(webhooks, contestant, amount, '4xx'));
}

async function perSecond(amount: number, work: () => Promise<void>): Promise<number> {
	return amount / ((await timed(work)) / 1000);
}

/**
 * Sends requests, eight at a time.
 *
 * @throws Error unless every response has a status of the expected class
 */
async function send(
	webhooks: string,
	{ path, next }: Contestant,
	amount: number,
	expected: '2xx' | '4xx',
): Promise<void> {
	const httpAgent = new Agent({ keepAlive: true });
	let [left, answered] = [amount, 0];
	const connection = async (): Promise<void> => {
		while (left-- > 0) {
			const { body, headers } = next();
			const { status } = await axios.post(webhooks + path, body, {
				headers,
				httpAgent,
				validateStatus: null,
			});
			if (String(status).startsWith(expected[0] ?? '')) answered += 1;
		}
	};
	await Promise.all(Array.from({ length: CONNECTIONS }, connection));
	httpAgent.destroy();
	if (answered === amount) return;
	throw new Error(`${answered} of ${amount} requests to ${path} were answered with ${expected}`);
}

/** Waits until a workflow has no waiting or running execution. */
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

import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INodeParameters } from 'n8n-workflow';

import type { N8n } from '../../harness/n8n';
import { node, workflow } from '../../harness/n8n/workflows';
import { signingSecrets } from '../../harness/n8n/signingSecrets';
import { inTurn, printTable, rounded } from './measure';
import type { Bench } from './n8nUnderLoad';
import { deliveriesPerSecond, newDelivery, startBench, startQueueBench, until } from './n8nUnderLoad';

/** So many that the latency of the last ones counts for little; n8n's defaults are too slow for that. */
const AMOUNT = 400;
const SLOW_AMOUNT = 120;
const ROUNDS = 5;
const LAZY = { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' };

/** A workflow under load: its id, the path of its webhook and what to send. */
export interface Contestant {
	workflowId: string;
	path: string;
	next: () => { body: string; headers: Record<string, string> };
}

const noOperation = node('Done', 'n8n-nodes-base.noOp');

/** Deliveries a second through the trigger, against what n8n has of its own, with n8n's defaults and with its tuning. */
export async function deliveries(): Promise<void> {
	for (const env of [LAZY, {}]) {
		const bench = await startBench(env);
		const github = await startGitHub();
		try {
			await compare(
				bench,
				env === LAZY ? 'one process, lazy expression engine' : "one process, n8n's defaults",
				env === LAZY ? AMOUNT : SLOW_AMOUNT,
				[
					{ name: "n8n's Webhook node, no checks", atLeast: '0.8 (lazy)', other: await webhook(bench.n8n) },
					{
						name: 'Webhook + Code + Remove Duplicates',
						atLeast: '1.0 (lazy)',
						other: await byHand(bench.n8n),
					},
					{
						name: "n8n's GitHub Trigger, verified",
						atLeast: '',
						other: await githubTrigger(bench.n8n, github),
					},
				],
			);
		} finally {
			github.stop();
			await bench.stop();
		}
	}
}

/** The same in queue mode, where webhook processes answer and workers execute. */
export async function queueDeliveries(): Promise<void> {
	const bench = await startQueueBench(LAZY);
	try {
		await compare(bench, 'queue mode, lazy expression engine', AMOUNT, [
			{ name: "n8n's Webhook node, no checks", atLeast: '0.8', other: await webhook(bench.n8n) },
			{
				name: "n8n's Webhook node, header credential",
				atLeast: '',
				other: await webhookWithCredential(bench.n8n),
			},
			{ name: 'Webhook + Code + Remove Duplicates', atLeast: '1.0', other: await byHand(bench.n8n) },
		]);
	} finally {
		await bench.stop();
	}
}

/** Something to compare the trigger with. */
interface Comparison {
	name: string;
	/** The ratio to reach. */
	atLeast: string;
	other: Contestant;
}

async function compare(bench: Bench, mode: string, amount: number, comparisons: Comparison[]): Promise<void> {
	const measure =
		({ workflowId, path, next }: Contestant) =>
		async () =>
			await deliveriesPerSecond(bench, workflowId, path, amount, next);
	const perSecond = await inTurn(ROUNDS, {
		trigger: measure(await trigger(bench)),
		...Object.fromEntries(comparisons.map(({ name, other }) => [name, measure(other)])),
	});
	const own = perSecond.trigger;
	printTable(
		`Deliveries a second, n8n ${bench.n8n.version}, ${mode} (median of ${ROUNDS} rounds)`,
		comparisons.map(({ name, atLeast }) => {
			const other = (perSecond as Record<string, number>)[name] ?? NaN;
			return {
				'trigger against': name,
				ratio: rounded(own / other),
				'at least': atLeast,
				'trigger /s': rounded(own),
				'other /s': rounded(other),
			};
		}),
	);
}

/**
 * A workflow with the trigger, its endpoint registered and its secret in the credential.
 *
 * @param parameters of the trigger, over those for received faxes
 * @param faxId which fax the deliveries are about; each about one of its own when left out
 */
export async function trigger(
	bench: Bench,
	parameters: INodeParameters = {},
	faxId?: string,
): Promise<Contestant> {
	const { n8n, simulator, account, secret } = bench;
	const start = node(
		'Fax',
		'n8n-nodes-faxplus.faxPlusTrigger',
		{ authentication: 'accessToken', events: ['fax_received'], ...parameters },
		{ typeVersion: 2, credentials: [account, secret], webhookId: `trigger-${Date.now()}` },
	);
	const known = new Set(simulator.endpointsOf().map(({ id }) => id));
	const { id } = await n8n.api.createWorkflow(workflow('Trigger', [start, noOperation]));
	await n8n.api.publish(id);
	const endpoint = await until(() => simulator.endpointsOf().find((candidate) => !known.has(candidate.id)));
	await n8n.api.updateCredential(secret.id, {
		name: secret.name,
		type: secret.type,
		data: { ...signingSecrets(...simulator.endpointsOf().map((other) => other.secret)) },
	});
	return {
		workflowId: id,
		path: new URL(endpoint.url).pathname,
		next: () => newDelivery(endpoint.secret, faxId),
	};
}

const HAND_SECRET = `whsec_${Buffer.from('a secret for the workflow by hand').toString('base64')}`;

async function webhook(n8n: N8n): Promise<Contestant> {
	const start = node(
		'Webhook',
		'n8n-nodes-base.webhook',
		{ httpMethod: 'POST', path: 'plain' },
		{ typeVersion: 2, webhookId: 'plain' },
	);
	const workflowId = await activate(n8n, 'Webhook', [start, noOperation]);
	return { workflowId, path: '/webhook/plain', next: () => newDelivery(HAND_SECRET) };
}

/** Reads a credential for each call, as the trigger does, and remembers nothing: what is left is n8n's own share. */
async function webhookWithCredential(n8n: N8n): Promise<Contestant> {
	const secret = { name: 'X-Secret', value: HAND_SECRET };
	const credential = await n8n.api.createCredential({ name: 'Header', type: 'httpHeaderAuth', data: secret });
	const start = node(
		'Webhook',
		'n8n-nodes-base.webhook',
		{ httpMethod: 'POST', path: 'with-credential', authentication: 'headerAuth' },
		{ typeVersion: 2, webhookId: 'with-credential', credentials: [credential] },
	);
	const workflowId = await activate(n8n, 'Webhook with a credential', [start, noOperation]);
	const next = () => {
		const { body, headers } = newDelivery(HAND_SECRET);
		return { body, headers: { ...headers, [secret.name]: secret.value } };
	};
	return { workflowId, path: '/webhook/with-credential', next };
}

/** What a user would build without the package: raw body, signature in code, duplicates removed. */
async function byHand(n8n: N8n): Promise<Contestant> {
	const start = node(
		'Webhook',
		'n8n-nodes-base.webhook',
		{ httpMethod: 'POST', path: 'by-hand', options: { rawBody: true } },
		{ typeVersion: 2, webhookId: 'by-hand' },
	);
	const code = node(
		'Verify',
		'n8n-nodes-base.code',
		{
			jsCode: `
const crypto = require('crypto');
const item = $input.first();
const raw = await this.helpers.getBinaryDataBuffer(0, 'data');
const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = item.json.headers;
const key = Buffer.from('${HAND_SECRET.slice(6)}', 'base64');
const expected = crypto.createHmac('sha256', key).update(id + '.' + at + '.' + raw).digest('base64');
if (Math.abs(Date.now() / 1000 - at) > 300 || !signature.split(' ').includes('v1,' + expected)) throw new Error('refused');
return [{ json: { id, ...JSON.parse(raw) } }];`,
		},
		{ typeVersion: 2 },
	);
	const unique = node(
		'Once',
		'n8n-nodes-base.removeDuplicates',
		{
			operation: 'removeItemsSeenInPreviousExecutions',
			dedupeValue: '={{ $json.id }}',
			options: {},
		},
		{ typeVersion: 2 },
	);
	const workflowId = await activate(n8n, 'By hand', [start, code, unique, noOperation]);
	return { workflowId, path: '/webhook/by-hand', next: () => newDelivery(HAND_SECRET) };
}

interface GitHub {
	url: string;
	/** Secret that n8n gave with its hook. */
	secret: () => string | undefined;
	stop: () => void;
}

/** Just enough of GitHub's API for n8n's trigger to register its hook; by hand, as that is three answers. */
async function startGitHub(): Promise<GitHub> {
	let secret: string | undefined;
	const server = createServer((request, response) => {
		let text = '';
		request.on('data', (chunk: Buffer) => (text += chunk.toString()));
		request.on('end', () => {
			if (request.method === 'POST') {
				secret = (JSON.parse(text) as { config: { secret?: string } }).config.secret;
			}
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(request.method === 'GET' ? [] : { id: 1, active: true, events: ['push'] }));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const stop = (): void => {
		server.close();
		server.closeAllConnections();
	};
	return { url, secret: () => secret, stop };
}

async function githubTrigger(n8n: N8n, github: GitHub): Promise<Contestant> {
	const credential = await n8n.api.createCredential({
		name: 'GitHub',
		type: 'githubApi',
		data: { server: github.url, user: 'someone', accessToken: 'token' },
	});
	const start = node(
		'GitHub',
		'n8n-nodes-base.githubTrigger',
		{
			authentication: 'accessToken',
			owner: { __rl: true, mode: 'name', value: 'someone' },
			repository: { __rl: true, mode: 'name', value: 'something' },
			events: ['push'],
			options: {},
		},
		{ credentials: [credential], webhookId: 'github' },
	);
	const workflowId = await activate(n8n, 'GitHub', [start, noOperation]);
	const secret = await until(github.secret);
	const next = () => {
		const { body, headers } = newDelivery(HAND_SECRET);
		const digest = createHmac('sha256', secret).update(body).digest('hex');
		return {
			body,
			headers: { ...headers, 'x-github-event': 'push', 'x-hub-signature-256': `sha256=${digest}` },
		};
	};
	return { workflowId, path: '/webhook/github/webhook', next };
}

async function activate(n8n: N8n, name: string, nodes: Parameters<typeof workflow>[1]): Promise<string> {
	const { id } = await n8n.api.createWorkflow(workflow(name, nodes));
	await n8n.api.publish(id);
	return id;
}

import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INode, INodeParameters } from 'n8n-workflow';

import { lazyExpressions, type N8n } from '../../harness/n8n';
import { node, workflow } from '../../harness/n8n/workflows';
import { signingSecrets } from '../../harness/n8n/signingSecrets';
import type { Measurement } from './measure';
import { inTurn, median, medianRatio, rounded } from './measure';
import type { Bench, Contestant } from './n8nUnderLoad';
import { deliveriesPerSecond, newDelivery, startBench, startQueueBench, until } from './n8nUnderLoad';

/** So many that the latency of the last ones counts for little; n8n's defaults are too slow for that. */
const AMOUNT = 800;
const SLOW_AMOUNT = 120;
const ROUNDS = 6;

const noOperation = node('Done', 'n8n-nodes-base.noOp');

/** Deliveries a second through the trigger, against what n8n has of its own, with the tuning that is advised. */
export async function deliveries(rounds = ROUNDS): Promise<Measurement> {
	return await inOneProcess(rounds, 'lazy expression engine', lazyExpressions, AMOUNT, [
		'0.97',
		'1.05',
		'1.0',
		'',
	]);
}

/** The same with n8n's defaults. */
export async function deliveriesByDefault(rounds = ROUNDS): Promise<Measurement> {
	return await inOneProcess(rounds, "n8n's defaults", {}, SLOW_AMOUNT, ['', '', '', '1.0']);
}

async function inOneProcess(
	rounds: number,
	mode: string,
	env: Record<string, string>,
	amount: number,
	[plain, withCredential, hand, verified]: readonly [string, string, string, string],
): Promise<Measurement> {
	const bench = await startBench(env);
	const github = await startGitHub();
	try {
		const { n8n } = bench;
		return await compare(bench, rounds, `one process, ${mode}`, amount, [
			{ ...(await webhook(n8n)), atLeast: plain },
			{ ...(await webhookBesideCredential(n8n)), atLeast: '' },
			{ ...(await webhookWithCredential(n8n)), atLeast: withCredential },
			{ ...(await byHand(n8n)), atLeast: hand },
			{ ...(await githubTrigger(n8n, github)), atLeast: verified },
		]);
	} finally {
		github.stop();
		await bench.stop();
	}
}

/** The same in queue mode, where webhook processes answer and workers execute. */
export async function queueDeliveries(rounds = ROUNDS): Promise<Measurement> {
	const bench = await startQueueBench(lazyExpressions);
	try {
		const { n8n } = bench;
		return await compare(bench, rounds, 'queue mode, lazy expression engine', AMOUNT, [
			{ ...(await webhook(n8n)), atLeast: '0.97' },
			{ ...(await webhookBesideCredential(n8n)), atLeast: '' },
			{ ...(await webhookWithCredential(n8n)), atLeast: '1.05' },
			{ ...(await byHand(n8n)), atLeast: '1.0' },
		]);
	} finally {
		await bench.stop();
	}
}

/** What the trigger is compared with, and the ratio to reach. */
interface Rival extends Contestant {
	atLeast: string;
}

async function compare(
	bench: Bench,
	rounds: number,
	mode: string,
	amount: number,
	rivals: Rival[],
): Promise<Measurement> {
	const own = await trigger(bench);
	const sides: Record<string, () => Promise<number>> = {};
	for (const one of [own, ...rivals]) {
		sides[one.name] = async () => await deliveriesPerSecond(bench, one, amount);
	}
	const perSecond = await inTurn<string>(rounds, sides);
	const of = ({ name }: Contestant): number[] => perSecond[name] ?? [];
	return {
		title: `Deliveries a second, ${mode} (median of ${rounds} rounds)`,
		options: { deliveries: amount, rounds },
		versions: bench.versions,
		rows: rivals.map((rival) => ({
			'trigger against': rival.name,
			ratio: rounded(medianRatio(of(own), of(rival))),
			'at least': rival.atLeast,
			'of each round': of(own)
				.map((figure, round) => rounded(figure / (of(rival)[round] ?? NaN)))
				.join(', '),
			'trigger /s': rounded(median(of(own))),
			'other /s': rounded(median(of(rival))),
		})),
	};
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
		name: 'Fax.Plus Trigger',
		workflowId: id,
		path: new URL(endpoint.url).pathname,
		next: () => newDelivery(endpoint.secret, faxId),
	};
}

const HAND_SECRET = `whsec_${Buffer.from('a secret for the workflow by hand').toString('base64')}`;

async function webhook(n8n: N8n): Promise<Contestant> {
	const workflowId = await activate(n8n, 'Webhook', [plainWebhook('plain'), noOperation]);
	const next = () => newDelivery(HAND_SECRET);
	return { name: 'Webhook, no checks', workflowId, path: '/webhook/plain', next };
}

/**
 * The same in a workflow that has a credential at all, at a node that does not run. Before each execution of such a workflow
 * n8n asks its database whether it may use the credential: what it loses to the first is n8n's own share.
 */
async function webhookBesideCredential(n8n: N8n): Promise<Contestant> {
	const data = { name: 'X-Unused', value: 'unused' };
	const credential = await n8n.api.createCredential({ name: 'Unused', type: 'httpHeaderAuth', data });
	const unused = node(
		'Unused',
		'n8n-nodes-base.httpRequest',
		{
			url: 'http://127.0.0.1',
			authentication: 'genericCredentialType',
			genericAuthType: credential.type,
		},
		{ typeVersion: 4.2, credentials: [credential] },
	);
	const name = 'Webhook beside a credential';
	const workflowId = await activate(n8n, name, [plainWebhook('beside-credential'), noOperation], unused);
	const next = () => newDelivery(HAND_SECRET);
	return {
		name: 'Webhook, no checks, a credential elsewhere',
		workflowId,
		path: '/webhook/beside-credential',
		next,
	};
}

function plainWebhook(path: string): INode {
	return node(
		'Webhook',
		'n8n-nodes-base.webhook',
		{ httpMethod: 'POST', path },
		{ typeVersion: 2, webhookId: path },
	);
}

/** Reads a credential for each call, as the trigger does, and remembers nothing: what is left is n8n's own share. */
export async function webhookWithCredential(n8n: N8n): Promise<Contestant> {
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
	return { name: 'Webhook, header credential', workflowId, path: '/webhook/with-credential', next };
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
	const next = () => newDelivery(HAND_SECRET);
	return { name: 'Webhook, Code, Remove Duplicates', workflowId, path: '/webhook/by-hand', next };
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
	return { name: 'GitHub Trigger, which verifies too', workflowId, path: '/webhook/github/webhook', next };
}

/** Publishes a workflow in which each node leads to the next, and others to nothing. */
async function activate(n8n: N8n, name: string, nodes: INode[], ...others: INode[]): Promise<string> {
	const draft = workflow(name, nodes);
	const { id } = await n8n.api.createWorkflow({ ...draft, nodes: [...draft.nodes, ...others] });
	await n8n.api.publish(id);
	return id;
}

import { createHmac } from 'node:crypto';
import fastify from 'fastify';
import type { INode, INodeParameters } from 'n8n-workflow';

import { lazyExpressions, type N8n, type StoredCredential } from '../../harness/n8n';
import { node, workflow } from '../../harness/n8n/workflows';
import { enterSecrets } from '../../harness/n8n/credentials';
import { until } from '../../harness/until';
import { inTurn, median, medianRatio, rounded, type Measurement } from './measure';
import { deliveriesPerSecond, newDelivery, withBench, withQueueBench } from './n8nUnderLoad';
import type { Bench, Contestant } from './n8nUnderLoad';
import { removeDuplicates } from './nodes';

/**
 * Number of deliveries. It's high enough that the latency of the last ones hardly matters. With n8n's defaults, this many
 * would take too long.
 */
const AMOUNT = 800;
const SLOW_AMOUNT = 120;
const ROUNDS = 6;

const noOperation = node('Done', 'n8n-nodes-base.noOp');

/** A workflow that the trigger is compared with, and the ratio to reach. */
interface Rival extends Contestant {
	atLeast: string;
}

type Make = (n8n: N8n) => Promise<Contestant>;

/** The rivals, each with the ratio to reach with the recommended tuning. The ratio applies in queue mode, too. */
const RIVALS: ReadonlyArray<readonly [Make, string]> = [
	[webhook, '0.97'],
	[webhookNextToCredential, ''],
	[webhookWithCredential, '1.05'],
	[byHand, '1.0'],
];

/** Deliveries a second through the trigger, compared with n8n's own nodes, with the recommended tuning. */
export async function deliveries(rounds = ROUNDS): Promise<Measurement> {
	return await inOneProcess(rounds, 'lazy expression engine', lazyExpressions, AMOUNT, RIVALS, '');
}

/** Deliveries a second through the trigger, compared with n8n's own nodes, with n8n's defaults. */
export async function deliveriesByDefault(rounds = ROUNDS): Promise<Measurement> {
	const rivals = RIVALS.map(([make]) => [make, ''] as const);
	return await inOneProcess(rounds, "n8n's defaults", {}, SLOW_AMOUNT, rivals, '1.0');
}

async function inOneProcess(
	rounds: number,
	mode: string,
	env: Record<string, string>,
	amount: number,
	rivals: typeof RIVALS,
	verified: string,
): Promise<Measurement> {
	const github = await startGitHub();
	const verifying: Make = async (n8n) => await githubTrigger(n8n, github);
	try {
		return await withBench(
			async (bench) =>
				await compare(bench, rounds, `one process, ${mode}`, amount, [...rivals, [verifying, verified]]),
			env,
		);
	} finally {
		github.stop();
	}
}

/** Deliveries a second in queue mode, where webhook processes respond and workers execute. */
export async function queueDeliveries(rounds = ROUNDS): Promise<Measurement> {
	return await withQueueBench(
		async (bench) => await compare(bench, rounds, 'queue mode, lazy expression engine', AMOUNT, RIVALS),
		lazyExpressions,
	);
}

async function compare(
	bench: Bench,
	rounds: number,
	mode: string,
	amount: number,
	makers: typeof RIVALS,
): Promise<Omit<Measurement, 'versions'>> {
	const rivals: Rival[] = [];
	for (const [make, atLeast] of makers) rivals.push({ ...(await make(bench.n8n)), atLeast });
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
 * Publishes a workflow with the trigger. Its endpoint then exists, and the credential has the endpoint's secret.
 *
 * @param parameters override the trigger's parameters, which are set for received faxes
 * @param faxId fax that all deliveries are about. Without it, each delivery is about a new fax
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
	const existingIds = new Set(simulator.endpointsOf().map(({ id }) => id));
	const { id } = await n8n.api.createWorkflow(workflow('Trigger', [start, noOperation]));
	await n8n.api.publish(id);
	const endpoint = await until(() =>
		simulator.endpointsOf().find((candidate) => !existingIds.has(candidate.id)),
	);
	await enterSecrets(n8n.api, secret, ...simulator.endpointsOf().map((other) => other.secret));
	return {
		name: 'Fax.Plus Trigger',
		workflowId: id,
		path: new URL(endpoint.url).pathname,
		next: () => newDelivery(endpoint.secret, faxId),
	};
}

const HAND_SECRET = `whsec_${Buffer.from('a secret for the workflow by hand').toString('base64')}`;

async function webhook(n8n: N8n): Promise<Contestant> {
	return await contestant(n8n, 'Webhook, no checks', 'plain', [webhookNode('plain')]);
}

/**
 * A Webhook node in a workflow with a credential in another node, which doesn't run.
 *
 * Before each execution, n8n checks in its database whether the workflow may use the credential. So the difference from a
 * plain Webhook node comes from n8n itself.
 */
async function webhookNextToCredential(n8n: N8n): Promise<Contestant> {
	const data = { name: 'X-Unused', value: 'unused' };
	const credential = await n8n.api.createCredential({ name: 'Unused', type: 'httpHeaderAuth', data });
	const generic = { authentication: 'genericCredentialType', genericAuthType: credential.type };
	const unused = node(
		'Unused',
		'n8n-nodes-base.httpRequest',
		{ url: 'http://127.0.0.1', ...generic },
		{ typeVersion: 4.2, credentials: [credential] },
	);
	const name = 'Webhook, no checks, a credential elsewhere';
	return await contestant(n8n, name, 'beside-credential', [webhookNode('beside-credential')], unused);
}

/**
 * A Webhook node that reads a credential for each call, as the trigger does, but stores nothing. So its cost comes from n8n
 * itself.
 */
export async function webhookWithCredential(n8n: N8n): Promise<Contestant> {
	const secret = { name: 'X-Secret', value: HAND_SECRET };
	const credential = await n8n.api.createCredential({ name: 'Header', type: 'httpHeaderAuth', data: secret });
	const path = 'with-credential';
	const start = webhookNode(path, { authentication: 'headerAuth' }, [credential]);
	const made = await contestant(n8n, 'Webhook, header credential', path, [start]);
	const next = () => {
		const { body, headers } = made.next();
		return { body, headers: { ...headers, [secret.name]: secret.value } };
	};
	return { ...made, next };
}

/** What a user would build without the package: a raw body, a signature check in code, and Remove Duplicates. */
async function byHand(n8n: N8n): Promise<Contestant> {
	const jsCode = `
const crypto = require('crypto');
const item = $input.first();
const raw = await this.helpers.getBinaryDataBuffer(0, 'data');
const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = item.json.headers;
const key = Buffer.from('${HAND_SECRET.slice(6)}', 'base64');
const expected = crypto.createHmac('sha256', key).update(id + '.' + at + '.' + raw).digest('base64');
if (Math.abs(Date.now() / 1000 - at) > 300 || !signature.split(' ').includes('v1,' + expected)) throw new Error('refused');
return [{ json: { id, ...JSON.parse(raw) } }];`;
	const start = webhookNode('by-hand', { options: { rawBody: true } });
	const code = node('Verify', 'n8n-nodes-base.code', { jsCode }, { typeVersion: 2 });
	const nodes = [start, code, removeDuplicates()];
	return await contestant(n8n, 'Webhook, Code, Remove Duplicates', 'by-hand', nodes);
}

export function webhookNode(
	path: string,
	parameters: INodeParameters = {},
	credentials: StoredCredential[] = [],
) {
	return node(
		'Webhook',
		'n8n-nodes-base.webhook',
		{ httpMethod: 'POST', path, ...parameters },
		{ typeVersion: 2, webhookId: path, credentials },
	);
}

/** Publishes a workflow in which each node connects to the next one, while `others` aren't connected. */
export async function contestant(
	{ api }: N8n,
	name: string,
	path: string,
	nodes: INode[],
	...others: INode[]
): Promise<Contestant> {
	const draft = workflow(name, [...nodes, noOperation]);
	const { id } = await api.createWorkflow({ ...draft, nodes: [...draft.nodes, ...others] });
	await api.publish(id);
	return { name, workflowId: id, path: `/webhook/${path}`, next: () => newDelivery(HAND_SECRET) };
}

type GitHub = Awaited<ReturnType<typeof startGitHub>>;

/** Just enough of GitHub's API for n8n's GitHub Trigger to create its webhook. `secret` returns the secret that n8n sent. */
async function startGitHub() {
	let secret: string | undefined;
	const app = fastify({ forceCloseConnections: true });
	app.get('*', () => []);
	app.post<{ Body: { config: { secret?: string } } }>('*', ({ body }) => {
		secret = body.config.secret;
		return { id: 1, active: true, events: ['push'] };
	});
	app.delete('*', () => ({}));
	const url = await app.listen({ host: '127.0.0.1', port: 0 });
	return { url, secret: () => secret, stop: () => void app.close() };
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
	const made = await contestant(n8n, 'GitHub Trigger, which verifies too', 'github/webhook', [start]);
	const secret = await until(github.secret);
	const next = () => {
		const { body, headers } = made.next();
		const digest = createHmac('sha256', secret).update(body).digest('hex');
		const own = { 'x-github-event': 'push', 'x-hub-signature-256': `sha256=${digest}` };
		return { body, headers: { ...headers, ...own } };
	};
	return { ...made, next };
}

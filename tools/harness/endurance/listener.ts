import type { INode } from 'n8n-workflow';

import type { Simulator } from '../../simulator';
import { newSecret, type Endpoint } from '../../simulator/state';
import { seed } from '../../simulator';
import type { N8n, StoredCredential } from '../n8n';
import { node, workflow } from '../n8n/workflows';
import { accessTokenDraft, enterSecrets, secretsDraft } from '../n8n/credentials';
import { until } from '../until';
import type { CountedWorkflow } from './ledger';
import { PassCounter } from './passes';

/** An active workflow that starts with the trigger, and ends with a request to a server that counts items. */
export interface Listener extends CountedWorkflow {
	endpoint: Endpoint;
	/** Returns the URL that receives its deliveries at one of n8n's processes, behind the proxy. */
	addressAt: (n8n: N8n) => string;
	/** Replaces the signing secrets in the trigger's credential. */
	enterSecrets: (...secrets: string[]) => Promise<void>;
	/** Deactivates the workflow and removes its endpoint. */
	stop: () => Promise<void>;
}

/** Which signing secret the trigger's credential has: the endpoint's own, none, or a wrong one. */
export const SECRETS = ['right', 'none', 'wrong'] as const;

/** Expression for the name that items are counted under. Faxes that checks find have no delivery. */
const NAME = "($('Trigger').item.json.webhookId ?? $('Trigger').item.json.data.id)";

export interface ListenOptions {
	/** Nodes between the trigger and the node that counts. */
	between?: (account: StoredCredential) => INode[];
	secret?: (typeof SECRETS)[number];
	/** Parameters of the trigger, in addition to the usual ones. */
	parameters?: INode['parameters'];
	/** What else to report about each item, as an expression without braces. */
	about?: string;
}

/**
 * Sets up the trigger as a user does: first the credentials with an empty secret, then the workflow and its activation, and
 * last the secret of the new endpoint.
 */
export async function listen(
	n8n: N8n,
	simulator: Simulator,
	{ between = () => [], secret: entered = 'right', parameters = {}, about }: ListenOptions = {},
): Promise<Listener> {
	const { api } = n8n;
	const account = await api.createCredential(accessTokenDraft(simulator, seed.ownerToken));
	const secret = await api.createCredential(secretsDraft('Secret'));
	const passes = await PassCounter.start();

	const trigger = node(
		'Trigger',
		'n8n-nodes-faxplus.faxPlusTrigger',
		{ authentication: 'accessToken', events: ['fax_received'], ...parameters },
		{ credentials: [account, secret], typeVersion: 2, webhookId: `queue-${Date.now()}` },
	);
	const report = passes.reporter(NAME, about);

	const existingIds = new Set(simulator.endpointsOf().map(({ id }) => id));
	const { id: workflowId } = await api.createWorkflow(
		workflow('Faxes', [trigger, ...between(account), report]),
	);
	await api.publish(workflowId);
	// n8n registers a webhook only after it has reported that the workflow is active.
	const endpoint = await until(() => simulator.endpointsOf().find(({ id }) => !existingIds.has(id)));
	if (entered === 'right') await enterSecrets(api, secret, endpoint.secret);
	if (entered === 'wrong') await enterSecrets(api, secret, newSecret());
	await untilHeard(simulator, passes);
	passes.clear();
	return {
		workflowId,
		endpoint,
		passes,
		addressAt: ({ url }) => url.replace('localhost', '127.0.0.1') + new URL(endpoint.url).pathname,
		enterSecrets: async (...secrets) => {
			await enterSecrets(api, secret, ...secrets);
		},
		stop: async () => {
			await api.deactivate(workflowId);
			simulator.state.accounts.get(seed.accountId)?.endpoints.delete(endpoint.id);
			await passes.stop();
		},
	};
}

/** Waits until n8n receives a delivery. The first ones may arrive before n8n has stored its webhook. */
async function untilHeard(simulator: Simulator, { passes }: PassCounter): Promise<void> {
	const [delivery] = simulator.faxReceived();
	await delivery?.settled;
	const problem = () => `The first delivery started nothing: ${JSON.stringify(delivery?.attempts)}`;
	await until(() => passes[0], undefined, problem);
}

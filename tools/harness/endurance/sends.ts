import { Agent } from 'node:https';
import type { INode } from 'n8n-workflow';

import type { N8n } from '../n8n';
import { accessTokenDraft } from '../n8n/credentials';
import { node, workflow, type NodeExtras } from '../n8n/workflows';
import type { Simulator } from '../../simulator';
import type { Account } from '../../simulator/state';
import { addAccount } from '../../simulator/addAccount';

/** Settings that differ between the workflows. */
interface SendsOptions {
	/** Name of the account, and of the webhook that starts the workflow. */
	name: string;
	number: string;
	/** Expression, without braces, for the number that a fax goes to. */
	to: string;
	/** Options of the node that sends the fax. */
	options?: INode['parameters'];
	/** Guards of the node that sends the fax. */
	guards?: INode['parameters'];
	extras?: NodeExtras;
	before?: INode[];
	after?: INode[];
}

/** Publishes a workflow that faxes text whenever its webhook is called. It uses its own account. */
export async function publishSends(
	{ api, publicUrl, front }: N8n,
	simulator: Simulator,
	{ name, number, to, options = {}, guards = {}, extras = {}, before = [], after = [] }: SendsOptions,
): Promise<{ account: Account; workflowId: string; url: string; agent: Agent }> {
	const { account, token } = addAccount(simulator, `acc_${name}`, number);
	const credential = await api.createCredential(
		accessTokenDraft(simulator, token.value, `Account that sends: ${name}`),
	);
	const asked = node(
		'Asked',
		'n8n-nodes-base.webhook',
		{ httpMethod: 'POST', path: name },
		{ typeVersion: 2, webhookId: name },
	);
	const send = node(
		'Send',
		'n8n-nodes-faxplus.faxPlus',
		{
			authentication: 'accessToken',
			resource: 'fax',
			operation: 'send',
			from: { __rl: true, mode: 'number', value: number },
			to: `={{ ${to} }}`,
			source: 'text',
			text: `=Fax to {{ ${to} }}`,
			options,
			guards,
		},
		{ credentials: [credential], ...extras },
	);
	const { id } = await api.createWorkflow(workflow(name, [asked, ...before, send, ...after]));
	await api.publish(id);
	const agent = new Agent({ ca: front.certificate, keepAlive: false });
	return { account, workflowId: id, url: `${publicUrl}/webhook/${name}`, agent };
}

/** Returns the faxes that an account has sent or is sending, each with its number and its comment. */
export function sentFaxes({ outbox, faxes }: Account): Array<{ to: string; comment: string }> {
	return [
		...[...outbox.values()].map(({ to, comment }) => ({ to, comment: comment.text ?? '' })),
		...[...faxes.values()].map(({ to, comment }) => ({ to, comment })),
	];
}

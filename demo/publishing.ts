import { setTimeout as sleep } from 'node:timers/promises';
import type { INode } from 'n8n-workflow';
import type { N8n } from '../harness/n8n';
import type { StoredWorkflow } from '../harness/n8n/apiTypes';
import { signingSecrets } from '../harness/n8n/signingSecrets';
import type { Simulator } from '../simulator';
import type { Endpoint } from '../simulator/state';

export const TRIGGER = 'n8n-nodes-faxplus.faxPlusTrigger';
export const SECRET_TYPE = 'faxPlusWebhookSecretApi';

const REGISTRATION_LIMIT_MS = 30_000;
const POLL_MS = 100;

/**
 * Publishes a workflow with the trigger, again if it is active: the simulator forgets the endpoints when it stops. An
 * active one keeps the version that is published.
 *
 * @throws Error when its endpoints do not come about
 */
export async function publish(n8n: N8n, simulator: Simulator, workflowId: string): Promise<void> {
	const { active, activeVersionId, nodes } = await n8n.api.getWorkflow(workflowId);
	if (active) await n8n.api.deactivate(workflowId);
	await n8n.api.publish(workflowId, activeVersionId ?? undefined);

	const deadline = Date.now() + REGISTRATION_LIMIT_MS;
	while (!triggersIn(nodes).every((node) => hasEndpoint(simulator, node))) {
		if (Date.now() > deadline) {
			throw new Error(
				`The trigger has not registered itself at the service. The end of n8n's log:\n${n8n.log.slice(-2_000)}`,
			);
		}
		await sleep(POLL_MS);
	}
}

/**
 * Publishes again what a person has published in an earlier run of the demo.
 *
 * @param exceptId the workflow that is looked after otherwise
 * @returns names of workflows
 */
export async function publishOwnAgain(
	n8n: N8n,
	simulator: Simulator,
	exceptId: string | undefined,
): Promise<{ published: string[]; failed: string[] }> {
	const names = { published: [] as string[], failed: [] as string[] };
	for (const { id, name } of await activeWithTrigger(n8n)) {
		if (id === exceptId) continue;
		const isPublished = await publish(n8n, simulator, id).then(
			() => true,
			() => false,
		);
		(isPublished ? names.published : names.failed).push(name);
	}
	return names;
}

/** Does what people do after a publish: enters the secrets of the endpoints, here into every credential for them. */
export async function enterSecrets({ api }: N8n, simulator: Simulator): Promise<void> {
	const data = { ...signingSecrets(...endpointsOf(simulator).map(({ secret }) => secret)) };
	for (const { id, name, type } of await api.listCredentials()) {
		if (type === SECRET_TYPE) await api.updateCredential(id, { name, type, data });
	}
}

async function activeWithTrigger({ api }: N8n): Promise<StoredWorkflow[]> {
	const active = (await api.listWorkflows()).filter((workflow) => workflow.active);
	const workflows = await Promise.all(active.map(async ({ id }) => await api.getWorkflow(id)));
	return workflows.filter(({ nodes }) => triggersIn(nodes).length > 0);
}

function triggersIn(nodes: INode[]): INode[] {
	return nodes.filter(({ type, disabled }) => type === TRIGGER && !disabled);
}

function hasEndpoint(simulator: Simulator, { webhookId }: INode): boolean {
	return endpointsOf(simulator).some(({ url }) => url.includes(`/webhook/${webhookId ?? ''}/`));
}

function endpointsOf(simulator: Simulator): Endpoint[] {
	return [...simulator.state.accounts.keys()].flatMap((accountId) => simulator.endpointsOf(accountId));
}

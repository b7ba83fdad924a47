import { setTimeout as sleep } from 'node:timers/promises';
import type { INode } from 'n8n-workflow';
import type { N8n } from '../harness/n8n';
import type { StoredWorkflow } from '../harness/n8n/apiTypes';
import type { Simulator } from '../simulator';
import { endpointsOf } from './endpoints';

const TRIGGER = 'n8n-nodes-faxplus.faxPlusTrigger';

const REGISTRATION_LIMIT_MS = 30_000;
const POLL_MS = 100;

/**
 * Publishes workflows. One that is active keeps the version that is published, and is published again if it has the webhook
 * trigger: the simulator forgets the endpoints when it stops.
 *
 * @returns names of those that could not be published, or whose endpoints have not come about
 */
export async function publish(n8n: N8n, simulator: Simulator, workflowIds: string[]): Promise<string[]> {
	const workflows = await Promise.all(workflowIds.map(async (id) => await n8n.api.getWorkflow(id)));
	const failed = new Set<string>();
	for (const workflow of workflows) {
		await publishOne(n8n, workflow).catch(() => failed.add(workflow.name));
	}
	const deadline = Date.now() + REGISTRATION_LIMIT_MS;
	for (const { name, nodes } of workflows.filter((workflow) => !failed.has(workflow.name))) {
		while (!triggersIn(nodes).every((node) => hasEndpoint(simulator, node))) {
			if (Date.now() > deadline) failed.add(name);
			if (failed.has(name)) break;
			await sleep(POLL_MS);
		}
	}
	return [...failed];
}

async function publishOne({ api }: N8n, workflow: StoredWorkflow): Promise<void> {
	const { id, active, activeVersionId, nodes } = workflow;
	if (active && triggersIn(nodes).length === 0) return;
	if (active) await api.deactivate(id);
	await api.publish(id, activeVersionId ?? undefined);
}

function triggersIn(nodes: INode[]): INode[] {
	return nodes.filter(({ type, disabled }) => type === TRIGGER && !disabled);
}

function hasEndpoint(simulator: Simulator, { webhookId }: INode): boolean {
	return endpointsOf(simulator).some(({ url }) => url.includes(`/webhook/${webhookId ?? ''}/`));
}

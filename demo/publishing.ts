import type { INode } from 'n8n-workflow';
import type { N8nApi, StoredWorkflow } from '../harness/n8n';
import { until } from '../harness/until';
import type { Simulator } from '../simulator';
import { endpointsOf } from './endpoints';

const TRIGGER = 'n8n-nodes-faxplus.faxPlusTrigger';

const REGISTRATION_LIMIT_MS = 30_000;

/**
 * Publishes workflows. One that is active keeps the version that is published, and is published again if it has the webhook
 * trigger: the simulator forgets the endpoints when it stops. Where nodes name credentials that are gone, n8n puts others of
 * the same names in their place, unless a person is at work on another version.
 *
 * @returns ids of those that could not be published, or whose endpoints have not come about
 */
export async function publish(
	api: N8nApi,
	simulator: Simulator,
	workflows: StoredWorkflow[],
): Promise<Set<string>> {
	const credentialIds = new Set((await api.listCredentials()).map(({ id }) => id));
	const failed = new Set<string>();
	for (const workflow of workflows) {
		await publishOne(api, workflow, credentialIds).catch(() => failed.add(workflow.id));
	}
	const deadline = Date.now() + REGISTRATION_LIMIT_MS;
	for (const workflow of workflows.filter(({ id }) => !failed.has(id))) {
		const isRegistered = () =>
			triggersIn(workflow).every((node) => hasEndpoint(simulator, node)) || undefined;
		await until(isRegistered, deadline - Date.now()).catch(() => failed.add(workflow.id));
	}
	return failed;
}

async function publishOne(
	api: N8nApi,
	workflow: StoredWorkflow,
	credentialIds: ReadonlySet<string>,
): Promise<void> {
	const { id, active, versionId, activeVersionId } = workflow;
	const isLatest = activeVersionId === null || activeVersionId === versionId;
	const isMended = isLatest && namesGoneCredential(workflow, credentialIds);
	if (isMended) await api.updateWorkflow(id, {});
	if (active && !isMended && triggersIn(workflow).length === 0) return;
	if (active) await api.deactivate(id);
	await api.publish(id, isMended ? undefined : (activeVersionId ?? undefined));
}

function namesGoneCredential(workflow: StoredWorkflow, credentialIds: ReadonlySet<string>): boolean {
	const named = publishedNodes(workflow).flatMap(({ credentials }) => Object.values(credentials ?? {}));
	return named.some(({ id }) => id !== null && !credentialIds.has(id));
}

function triggersIn(workflow: StoredWorkflow): INode[] {
	return publishedNodes(workflow).filter(({ type, disabled }) => type === TRIGGER && !disabled);
}

/** Of the version that runs; of a workflow that does not run, of the one that is to. */
function publishedNodes({ activeVersion, nodes }: StoredWorkflow): INode[] {
	return activeVersion?.nodes ?? nodes;
}

function hasEndpoint(simulator: Simulator, { webhookId }: INode): boolean {
	return endpointsOf(simulator).some(({ url }) => url.includes(`/webhook/${webhookId ?? ''}/`));
}

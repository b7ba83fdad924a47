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
 * @returns ids of those that were published, and of those that could not be, or whose endpoints have not come about
 */
export async function publish(
	api: N8nApi,
	simulator: Simulator,
	workflows: StoredWorkflow[],
): Promise<Record<'published' | 'failed', Set<string>>> {
	const credentialIds = new Set((await api.listCredentials()).map(({ id }) => id));
	const published = new Set<string>();
	const failed = new Set<string>();
	for (const workflow of workflows) {
		try {
			if (await publishOne(api, workflow, credentialIds)) published.add(workflow.id);
		} catch {
			failed.add(workflow.id);
		}
	}
	const deadline = Date.now() + REGISTRATION_LIMIT_MS;
	for (const workflow of workflows.filter(({ id }) => published.has(id))) {
		const isRegistered = () =>
			triggersIn(workflow).every((node) => hasEndpoint(simulator, node)) || undefined;
		await until(isRegistered, deadline - Date.now()).catch(() => {
			published.delete(workflow.id);
			failed.add(workflow.id);
		});
	}
	return { published, failed };
}

/** @returns false for one that goes on as it is */
async function publishOne(
	api: N8nApi,
	workflow: StoredWorkflow,
	credentialIds: ReadonlySet<string>,
): Promise<boolean> {
	const { id, active, versionId, activeVersionId } = workflow;
	const isLatest = activeVersionId === null || activeVersionId === versionId;
	const isMended = isLatest && namesGoneCredential(workflow, credentialIds);
	if (isMended) await api.updateWorkflow(id, {});
	if (active && !isMended && triggersIn(workflow).length === 0) return false;
	if (active) await api.deactivate(id);
	await api.publish(id, isMended ? undefined : (activeVersionId ?? undefined));
	return true;
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

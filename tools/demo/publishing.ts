import type { INode } from 'n8n-workflow';
import type { N8nApi, StoredWorkflow } from '../harness/n8n';
import { until } from '../harness/until';
import type { Simulator } from '../simulator';
import { endpointsOf } from './endpoints';
import { oneLine } from './oneLine';

const TRIGGER = 'n8n-nodes-faxplus.faxPlusTrigger';

const REGISTRATION_LIMIT_MS = 30_000;

const NO_ENDPOINT = 'its trigger has created no webhook endpoint';

/**
 * Publishes workflows. A published workflow keeps its published version. If it has the webhook trigger, it's published
 * again, because the simulator forgets its endpoints when it stops.
 *
 * If a node's credential was deleted, n8n uses another one with the same name, unless the user is editing another version.
 *
 * @returns ids of the published workflows, and why others couldn't be published or have no endpoint
 */
export async function publish(
	api: N8nApi,
	simulator: Simulator,
	workflows: StoredWorkflow[],
): Promise<{ published: Set<string>; failed: Map<string, string> }> {
	const credentialIds = new Set((await api.listCredentials()).map(({ id }) => id));
	const published = new Set<string>();
	const failed = new Map<string, string>();
	for (const workflow of workflows) {
		try {
			if (await publishOne(api, workflow, credentialIds)) published.add(workflow.id);
		} catch (error) {
			failed.set(workflow.id, oneLine(error));
		}
	}
	const deadline = Date.now() + REGISTRATION_LIMIT_MS;
	for (const workflow of workflows.filter(({ id }) => published.has(id))) {
		const fault = await registrationFault(api, simulator, workflow, deadline);
		if (fault === undefined) continue;
		published.delete(workflow.id);
		failed.set(workflow.id, oneLine(fault));
	}
	return { published, failed };
}

/** Waits until the triggers of a workflow have their endpoints. If they don't get any, it returns the reason. */
async function registrationFault(
	api: N8nApi,
	simulator: Simulator,
	workflow: StoredWorkflow,
	deadline: number,
): Promise<string | undefined> {
	const known = async (): Promise<{ fault?: string } | undefined> => {
		if (triggersIn(workflow).every((node) => hasEndpoint(simulator, node))) return {};
		const fault = await api.publicationFault(workflow.id);
		return fault === undefined ? undefined : { fault };
	};
	const { fault } = await until(known, deadline - Date.now()).catch(() => ({ fault: NO_ENDPOINT }));
	return fault;
}

/** @returns false if the workflow stays published as it is */
async function publishOne(
	api: N8nApi,
	workflow: StoredWorkflow,
	credentialIds: ReadonlySet<string>,
): Promise<boolean> {
	const { id, active, versionId, activeVersionId } = workflow;
	const isLatest = activeVersionId === null || activeVersionId === versionId;
	const isFixed = isLatest && namesMissingCredential(workflow, credentialIds);
	if (isFixed) await api.updateWorkflow(id, {});
	if (active && !isFixed && triggersIn(workflow).length === 0) return false;
	if (active) await api.deactivate(id);
	await api.publish(id, isFixed ? undefined : (activeVersionId ?? undefined));
	return true;
}

function namesMissingCredential(workflow: StoredWorkflow, credentialIds: ReadonlySet<string>): boolean {
	const named = publishedNodes(workflow).flatMap(({ credentials }) => Object.values(credentials ?? {}));
	return named.some(({ id }) => id !== null && !credentialIds.has(id));
}

function triggersIn(workflow: StoredWorkflow): INode[] {
	return publishedNodes(workflow).filter(({ type, disabled }) => type === TRIGGER && !disabled);
}

/** Nodes of the published version, or of the latest version if the workflow isn't published. */
function publishedNodes({ activeVersion, nodes }: StoredWorkflow): INode[] {
	return activeVersion?.nodes ?? nodes;
}

function hasEndpoint(simulator: Simulator, { webhookId }: INode): boolean {
	return endpointsOf(simulator).some(({ url }) => url.includes(`/webhook/${webhookId ?? ''}/`));
}

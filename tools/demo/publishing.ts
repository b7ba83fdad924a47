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
 * Publishes workflows. One that is active keeps the version that is published, and is published again if it has the webhook
 * trigger: the simulator forgets the endpoints when it stops. Where nodes name credentials that are gone, n8n puts others of
 * the same names in their place, unless a person is at work on another version.
 *
 * @returns ids of those that were published, and why others could not be, or have no endpoint
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

/** Waits until the triggers of a workflow have their endpoints. Returns why they have none. */
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

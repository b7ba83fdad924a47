import { setTimeout as sleep } from 'node:timers/promises';
import type { INode } from 'n8n-workflow';
import type { N8n, N8nApi, StoredWorkflow } from '../harness/n8n';
import type { ShownWorkflow, Simulator, Surroundings } from '../simulator';
import { oneLine } from './oneLine';
import { readWorkflows } from './workflows';

const FORM_TRIGGER = 'n8n-nodes-base.formTrigger';
const CHAT_TRIGGER = '@n8n/n8n-nodes-langchain.chatTrigger';

const REFRESH_MS = 3_000;

/** The workflows, forms and chats in n8n, with addresses that a browser can open. */
export async function surroundingsOf({ api, url }: N8n): Promise<Surroundings> {
	const workflows = (await readWorkflows(api)).filter(({ isArchived }) => !isArchived);
	const faults = await faultsOf(api, workflows);
	const active = workflows.filter((workflow) => workflow.active);
	return {
		n8nUrl: `${url}/home/workflows`,
		workflows: workflows.map((workflow) => shown(workflow, url, faults.get(workflow.id))),
		forms: places(active, FORM_TRIGGER, (_workflow, node) => `${url}/form/${formPath(node)}`),
		// n8n's own chat page loads code from the internet. The chat in the editor doesn't.
		chats: places(workflows, CHAT_TRIGGER, ({ id }) => `${url}/workflow/${id}`),
	};
}

/** Keeps the simulator's page up to date about n8n, until `signal` aborts it. */
export async function keepSurroundings(n8n: N8n, simulator: Simulator, signal: AbortSignal): Promise<void> {
	while (!signal.aborted) {
		// If n8n is busy, the next check updates the page.
		simulator.surroundings = await surroundingsOf(n8n).catch(() => simulator.surroundings);
		await sleep(REFRESH_MS, undefined, { signal, ref: false }).catch(() => undefined);
	}
}

/** Why active workflows aren't published, or only partly, by the id of the workflow. */
async function faultsOf(api: N8nApi, workflows: StoredWorkflow[]): Promise<Map<string, string>> {
	const active = workflows.filter((workflow) => workflow.active);
	const faults = await Promise.all(
		active.map(async ({ id }) => [id, await api.publicationFault(id)] as const),
	);
	return new Map(faults.flatMap(([id, fault]) => (fault === undefined ? [] : [[id, oneLine(fault)]])));
}

function shown(
	{ id, name, nodes, active }: StoredWorkflow,
	url: string,
	fault: string | undefined,
): ShownWorkflow {
	return {
		name,
		url: `${url}/workflow/${id}`,
		executionsUrl: `${url}/workflow/${id}/executions`,
		webhookIds: nodes.flatMap(({ webhookId }) => webhookId || []),
		isActive: active && fault === undefined,
		...(fault !== undefined && { fault }),
	};
}

/** Addresses where the user finds the nodes of a type. */
function places(
	workflows: StoredWorkflow[],
	type: string,
	urlOf: (workflow: StoredWorkflow, node: INode) => string,
): Array<{ name: string; url: string }> {
	return workflows.flatMap((workflow) =>
		workflow.nodes
			.filter((node) => node.type === type && !node.disabled)
			.map((node) => ({ name: workflow.name, url: urlOf(workflow, node) })),
	);
}

function formPath({ parameters, webhookId = '' }: INode): string {
	const { path = webhookId } = (parameters['options'] ?? {}) as { path?: string };
	return path;
}

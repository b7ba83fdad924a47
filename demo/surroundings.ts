import { setTimeout as sleep } from 'node:timers/promises';
import type { INode } from 'n8n-workflow';
import type { N8n, StoredWorkflow } from '../harness/n8n';
import type { ShownWorkflow, Simulator, Surroundings } from '../simulator';

const FORM_TRIGGER = 'n8n-nodes-base.formTrigger';
const CHAT_TRIGGER = '@n8n/n8n-nodes-langchain.chatTrigger';

const REFRESH_MS = 3_000;

/** What stands in n8n, with addresses that a browser can open. */
export async function surroundingsOf({ api, url }: N8n): Promise<Surroundings> {
	const listed = (await api.listWorkflows()).filter(({ isArchived }) => !isArchived);
	const workflows = await Promise.all(listed.map(async ({ id }) => await api.getWorkflow(id)));
	const active = workflows.filter((workflow) => workflow.active);
	return {
		n8nUrl: `${url}/home/workflows`,
		workflows: workflows.map((workflow) => shown(workflow, url)),
		forms: pages(active, (node) =>
			node.type === FORM_TRIGGER ? `${url}/form/${webhookId(node)}` : undefined,
		),
		chats: pages(active, (node) =>
			node.type === CHAT_TRIGGER && node.parameters['public'] === true
				? `${url}/webhook/${webhookId(node)}/chat`
				: undefined,
		),
	};
}

/** Keeps what the service's page knows of n8n up to date, until `signal` ends it. */
export async function keepSurroundings(n8n: N8n, simulator: Simulator, signal: AbortSignal): Promise<void> {
	while (!signal.aborted) {
		// n8n may be busy; the next look comes soon.
		simulator.surroundings = await surroundingsOf(n8n).catch(() => simulator.surroundings);
		await sleep(REFRESH_MS, undefined, { signal, ref: false }).catch(() => undefined);
	}
}

function shown({ id, name, nodes, active }: StoredWorkflow, url: string): ShownWorkflow {
	return {
		name,
		url: `${url}/workflow/${id}`,
		executionsUrl: `${url}/workflow/${id}/executions`,
		webhookIds: nodes.map(webhookId).filter((found) => found !== ''),
		isActive: active,
	};
}

/** The pages of workflows' nodes that have one. */
function pages(workflows: StoredWorkflow[], urlOf: (node: INode) => string | undefined) {
	return workflows.flatMap(({ name, nodes }) =>
		nodes
			.filter(({ disabled }) => !disabled)
			.map(urlOf)
			.filter((url) => url !== undefined)
			.map((url) => ({ name, url })),
	);
}

function webhookId(node: INode): string {
	return node.webhookId ?? '';
}

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { N8nApi, StoredWorkflow, WorkflowDraft } from '../harness/n8n';
import type { Simulator } from '../simulator';
import type { Credentials } from './credentials';
import { readExamples, type Places } from './examples';
import { publish } from './publishing';
import { writeWhole } from './setAside';
import { readWorkflows } from './workflows';

/** What the demo's n8n instance contains. */
export interface Content {
	/** Whether there were workflows before the start. If so, data tables may contain faxes that the simulator no longer has. */
	isOld: boolean;
	/** Ids of the example workflows in order. */
	exampleIds: string[];
	/** Names of the user's own workflows that were published when the demo ended, and were published again. */
	publishedAgain: string[];
	/** Workflows that couldn't be published, and why. */
	notPublished: Array<{ name: string; reason: string }>;
}

/**
 * Prepares n8n for the user. It adds missing example workflows, publishes the new ones, and republishes what was published
 * before.
 *
 * An example that the user renamed, changed, archived or unpublished stays as it is, but a deleted one is added again. It
 * can be called again, even after an interrupted start.
 *
 * @param folder where the demo stores its data
 */
export async function fillN8n(
	api: N8nApi,
	simulator: Simulator,
	credentials: Credentials,
	folder: string,
	places: Places,
): Promise<Content> {
	const marker = join(folder, 'import-under-way');
	const hasBrokenOff = existsSync(marker);
	const there = await readWorkflows(api);
	const wanted = there.filter(({ active }) => active);
	const own = new Set(wanted.map(({ id }) => id));
	const exampleIds: string[] = [];
	await writeWhole(marker, '');
	for (const example of await readExamples(credentials, places)) {
		const found = there.find((workflow) => isMadeFrom(workflow, example));
		const workflow = found ?? (await api.createWorkflow(example));
		exampleIds.push(workflow.id);
		own.delete(workflow.id);
		const isNew = !found || (hasBrokenOff && !found.active && !found.isArchived);
		if (isNew && hasAllCredentials(example)) wanted.push(workflow);
	}
	const { published, failed } = await publish(api, simulator, wanted);
	await rm(marker);
	const named = (workflows: StoredWorkflow[]) => workflows.map(({ name }) => name);
	return {
		isOld: there.length > 0,
		exampleIds,
		publishedAgain: named(wanted.filter(({ id }) => own.has(id) && published.has(id))),
		notPublished: wanted.flatMap(({ id, name }) => {
			const reason = failed.get(id);
			return reason === undefined ? [] : [{ name, reason }];
		}),
	};
}

/** Recognizes an example by its name or by an address, because n8n gives an address to only one workflow. */
function isMadeFrom(workflow: StoredWorkflow, example: WorkflowDraft): boolean {
	const addresses = new Set(example.nodes.flatMap(({ webhookId }) => webhookId ?? []));
	return (
		workflow.name === example.name ||
		workflow.nodes.some(({ webhookId }) => webhookId !== undefined && addresses.has(webhookId))
	);
}

/** Whether the demo has all credentials that the workflow needs. */
function hasAllCredentials({ nodes }: WorkflowDraft): boolean {
	return nodes.every(({ credentials = {} }) => Object.values(credentials).every(({ id }) => id !== null));
}

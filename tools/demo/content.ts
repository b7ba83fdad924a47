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

/** What the demo's n8n holds. */
export interface Content {
	/** Whether there were workflows before, and so tables that may tell of faxes which the service has forgotten. */
	isOld: boolean;
	/** Ids of the example workflows, in their order. */
	exampleIds: string[];
	/** Names of a person's own workflows that were active when the demo ended, and are so again. */
	publishedAgain: string[];
	/** Workflows that were to be published and are not, and why. */
	notPublished: Array<{ name: string; reason: string }>;
}

/**
 * Makes n8n ready to be looked at: the example workflows are there, those that are new are active, and so is what was active
 * before. An example that a person has renamed, changed, archived or unpublished stays so; one that was deleted comes again.
 * Does no harm when repeated, also after a start that has broken off.
 *
 * @param folder where the demo keeps its data
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

/** By its name, or by an address: n8n serves each for one workflow only. */
function isMadeFrom(workflow: StoredWorkflow, example: WorkflowDraft): boolean {
	const addresses = new Set(example.nodes.flatMap(({ webhookId }) => webhookId ?? []));
	return (
		workflow.name === example.name ||
		workflow.nodes.some(({ webhookId }) => webhookId !== undefined && addresses.has(webhookId))
	);
}

/** Whether it can run: the demo has what it needs. */
function hasAllCredentials({ nodes }: WorkflowDraft): boolean {
	return nodes.every(({ credentials = {} }) => Object.values(credentials).every(({ id }) => id !== null));
}

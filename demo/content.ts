import type { N8n, WorkflowDraft } from '../harness/n8n';
import type { Simulator } from '../simulator';
import type { Credentials } from './credentials';
import { readExamples } from './examples';
import { publish } from './publishing';

const MANUAL_TRIGGER = 'n8n-nodes-base.manualTrigger';

/** What the demo's n8n holds. */
export interface Content {
	/** Names of the example workflows, in their order. */
	examples: string[];
	/** Names of a person's own workflows that were active when the demo ended, and are so again. */
	publishedAgain: string[];
	/** Names of workflows that are active in n8n, but whose trigger the service does not know. */
	notPublished: string[];
}

/**
 * Makes n8n ready to be looked at: the example workflows are there, those that are new are active, and so is what was active
 * before. Does no harm when repeated.
 *
 * @param faxFolder where incoming faxes are filed
 */
export async function fillN8n(
	n8n: N8n,
	simulator: Simulator,
	credentials: Credentials,
	faxFolder: string,
): Promise<Content> {
	const there = await n8n.api.listWorkflows();
	const examples = await readExamples(credentials, faxFolder);
	const names = examples.map(({ name }) => name);
	const active = there.filter((workflow) => workflow.active);
	const wanted = active.map(({ id }) => id);
	for (const example of examples) {
		if (there.some(({ name }) => name === example.name)) continue;
		const id = await importExample(n8n, example);
		if (hasAllCredentials(example)) wanted.push(id);
	}
	const notPublished = await publish(n8n, simulator, wanted);
	const own = active.map(({ name }) => name).filter((name) => !names.includes(name));
	return {
		examples: names,
		publishedAgain: own.filter((name) => !notPublished.includes(name)),
		notPublished,
	};
}

/** Makes the workflow and runs what in it is to be run once, before it is published. Returns its id. */
async function importExample({ api }: N8n, example: WorkflowDraft): Promise<string> {
	const { id } = await api.createWorkflow(example);
	const setUp = example.nodes.find(({ type }) => type === MANUAL_TRIGGER);
	if (setUp) await api.runManually(id, setUp.name);
	return id;
}

/** Whether it can run: the demo has what it needs. */
function hasAllCredentials({ nodes }: WorkflowDraft): boolean {
	return nodes.every(({ credentials = {} }) => Object.values(credentials).every(({ id }) => id !== null));
}

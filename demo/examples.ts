import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { projectRoot } from '../harness/folders';
import type { WorkflowDraft } from '../harness/n8n';
import type { Credentials } from './credentials';
import { withDemoSettings, type Places } from './exampleSettings';

const FOLDER = join(projectRoot, 'examples');

/** The example workflows, in their order, as a person would set them up: with the demo's credentials and settings. */
export async function readExamples(credentials: Credentials, places: Places): Promise<WorkflowDraft[]> {
	const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.json')).sort();
	const texts = await Promise.all(names.map(async (name) => await readFile(join(FOLDER, name), 'utf8')));
	return texts
		.map((text) => JSON.parse(text) as WorkflowDraft)
		.map((draft) => withDemoSettings(draft, places))
		.map((draft) => ({ ...draft, nodes: draft.nodes.map((node) => withCredentials(node, credentials)) }));
}

function withCredentials(node: INode, credentials: Credentials): INode {
	if (node.credentials === undefined) return node;
	const entries = Object.entries(node.credentials).map(([type, named]) => {
		const { id, name } = credentials.get(type) ?? named;
		return [type, { id, name }];
	});
	return { ...node, credentials: Object.fromEntries(entries) as NonNullable<INode['credentials']> };
}

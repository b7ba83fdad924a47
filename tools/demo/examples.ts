import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { INode, INodeParameters } from 'n8n-workflow';
import { projectRoot } from '../harness/folders';
import type { WorkflowDraft } from '../harness/n8n';
import { SECRET_TYPE, type Credentials } from './credentials';

const FOLDER = join(projectRoot, 'examples');

const TRIGGER = 'n8n-nodes-faxplus.faxPlusTrigger';

/** The example workflows in order, with the demo's credentials and settings, as a user would set them up. */
export async function readExamples(credentials: Credentials, places: Places): Promise<WorkflowDraft[]> {
	const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.json')).sort();
	const texts = await Promise.all(names.map(async (name) => await readFile(join(FOLDER, name), 'utf8')));
	return texts
		.map((text) => JSON.parse(text) as WorkflowDraft)
		.map((draft) => withDemoSettings(draft, places))
		.map((draft) => ({ ...draft, nodes: draft.nodes.map((node) => withCredentials(node, credentials)) }));
}

/**
 * Selects the demo's credentials in a node. The trigger gets the optional signing secret, too. The examples don't contain it,
 * because n8n doesn't start a workflow with a missing credential.
 */
function withCredentials(node: INode, credentials: Credentials): INode {
	if (node.credentials === undefined) return node;
	const types = [...Object.keys(node.credentials), ...(node.type === TRIGGER ? [SECRET_TYPE] : [])];
	const entries = types.flatMap((type) => {
		const selected = credentials.get(type) ?? node.credentials?.[type];
		return selected ? [[type, { id: selected.id, name: selected.name }] as const] : [];
	});
	return { ...node, credentials: Object.fromEntries(entries) };
}

interface Assignment {
	name: string;
	value: string | number;
}

/** Short times, so that the user can watch what happens. */
const WATCHED_TIMES = {
	lookEveryMinutes: 0.1,
	tellAfterDays: 0,
	pauseSeconds: 1,
	busyAgainMinutes: 0.2,
	firstLookSeconds: 1,
	firstCheckMinutes: 0.05,
	longestPauseMinutes: 0.2,
};

/** Where received faxes are filed, and what an agent may fax. */
export interface Places {
	/** Folder for the PDFs of received faxes. */
	folder: string;
	/** Address of the records system. */
	recordsSystemUrl: string;
	/** Address of a letter that an agent may fax. */
	letterUrl: string;
}

/**
 * Adjusts the settings of an example to the demo. The number in the example's node "Settings" already belongs to the simulator.
 */
function withDemoSettings(workflow: WorkflowDraft, places: Places): WorkflowDraft {
	const values: Record<string, string | number> = { ...WATCHED_TIMES, ...places };
	return { ...workflow, nodes: workflow.nodes.map((node) => withLetter(withValues(node, values), places)) };
}

/** Sets the given values in the node "Settings" if it has these names. Other nodes stay as they are. */
export function withValues(node: INode, values: Record<string, string | number>): INode {
	if (node.name !== 'Settings') return node;
	const { assignments } = node.parameters['assignments'] as unknown as { assignments: Assignment[] };
	const changed = assignments.map((entry) => ({ ...entry, value: values[entry.name] ?? entry.value }));
	return { ...node, parameters: { ...node.parameters, assignments: { assignments: changed } } };
}

/** Allows an agent to fax the demo's letter, because the example's addresses don't exist. HTTP is enough on this machine. */
function withLetter(node: INode, { letterUrl }: Places): INode {
	const guards = node.parameters['guards'] as INodeParameters | undefined;
	if (guards?.['allowedDocumentAddresses'] === undefined) return node;
	const options = { ...(node.parameters['options'] as INodeParameters), allowHttp: true };
	const allowed = { ...guards, allowedDocumentAddresses: letterUrl };
	return { ...node, parameters: { ...node.parameters, guards: allowed, options } };
}

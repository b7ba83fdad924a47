import type { INode } from 'n8n-workflow';
import type { WorkflowDraft } from '../harness/n8n';

interface Assignment {
	name: string;
	value: string | number;
}

/** Times that pass while a person looks on. */
const WATCHED_TIMES = {
	lookEveryMinutes: 0.1,
	tellAfterDays: 0,
	pauseSeconds: 1,
	busyAgainMinutes: 0.2,
	firstLookSeconds: 1,
};

/** Where incoming faxes are filed. */
export interface Places {
	/** Where their PDFs go. */
	folder: string;
	/** Address of the records system. */
	recordsSystemUrl: string;
}

/** Enters into the node "Settings" of an example what suits the demo; the number in it is the service's own already. */
export function withDemoSettings(workflow: WorkflowDraft, places: Places): WorkflowDraft {
	const values: Record<string, string | number> = { ...WATCHED_TIMES, ...places };
	return { ...workflow, nodes: workflow.nodes.map((node) => withValues(node, values)) };
}

function withValues(node: INode, values: Record<string, string | number>): INode {
	if (node.name !== 'Settings') return node;
	const { assignments } = node.parameters['assignments'] as unknown as { assignments: Assignment[] };
	const changed = assignments.map((entry) => ({ ...entry, value: values[entry.name] ?? entry.value }));
	return { ...node, parameters: { ...node.parameters, assignments: { assignments: changed } } };
}

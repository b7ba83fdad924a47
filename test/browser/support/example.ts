import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredCredential, WorkflowDraft } from '../../../harness/n8n';
import { projectRoot } from '../../../harness/folders';

/** An example as people import it, with these credentials where it asks for their types. */
export function example(file: string, stored: StoredCredential[]): WorkflowDraft {
	const draft = JSON.parse(readFileSync(join(projectRoot, 'examples', file), 'utf8')) as WorkflowDraft;
	const credentials = Object.fromEntries(stored.map(({ type, id, name }) => [type, { id, name }]));
	const nodes = draft.nodes.map((entry) => ({
		...entry,
		...(entry.credentials && {
			credentials: Object.fromEntries(
				Object.keys(entry.credentials).map((type) => [type, credentials[type] ?? { id: '', name: type }]),
			),
		}),
	}));
	return { name: draft.name, nodes, connections: draft.connections };
}

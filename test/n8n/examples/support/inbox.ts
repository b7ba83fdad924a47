import type { StoredWorkflow } from '../../../../tools/harness/n8n';
import { eventually } from '../../support/eventually';
import type { Examples, ExampleSettings } from './examples';

/** Imports and activates the example that faxes emails, and waits until it reads the inbox. */
export async function openInbox(examples: Examples, settings: ExampleSettings = {}): Promise<StoredWorkflow> {
	const { n8n, inbox } = examples;
	const workflow = await examples.import('15-email-to-fax.json', settings);
	await n8n.api.publish(workflow.id);
	await eventually(n8n, 'Nobody reads the inbox', () => inbox.isWatched || undefined);
	return workflow;
}

import { Agent } from 'node:https';
import type { INodeParameters } from 'n8n-workflow';
import { requestN8n, type StoredWorkflow } from '../../../../tools/harness/n8n';
import { eventually } from '../../support/eventually';
import { nodeOf, type Examples } from './examples';

/** An example's chat on its own page. */
export interface Chat {
	workflow: StoredWorkflow;
	/** Asks a question as the page does. It fails if n8n exits before it answers. */
	ask: (chatInput: string) => Promise<string>;
}

/**
 * Publishes an example with a page for its chat.
 *
 * @param guards what a user enters under Guards in the example's tools
 */
export async function openChat(
	examples: Examples,
	file: string,
	guards: INodeParameters = {},
): Promise<Chat> {
	const { n8n } = examples;
	const imported = await examples.import(file);
	const nodes = imported.nodes.map(({ parameters, ...node }) => ({
		...node,
		parameters: {
			...parameters,
			...(node.name === 'Chat' && { public: true }),
			...(parameters['guards'] !== undefined && {
				guards: { ...(parameters['guards'] as INodeParameters), ...guards },
			}),
		},
	}));
	const workflow = await n8n.api.updateWorkflow(imported.id, { nodes });
	await n8n.api.publish(workflow.id);
	const url = `${n8n.publicUrl}/webhook/${nodeOf(workflow, 'Chat').webhookId ?? ''}/chat`;
	const ask = async (chatInput: string): Promise<string> =>
		await eventually(n8n, 'The chat is not there', async () => {
			const { status, data } = await requestN8n<{ output: string }>({
				url,
				method: 'POST',
				data: { action: 'sendMessage', sessionId: 'one', chatInput },
				httpsAgent: new Agent({ ca: n8n.front.certificate }),
			});
			return status === 404 ? undefined : data.output;
		});
	return { workflow, ask };
}

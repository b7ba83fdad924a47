import { Agent } from 'node:https';
import axios from 'axios';
import type { StoredWorkflow } from '../../../../harness/n8n';
import { eventually } from '../../support/eventually';
import { nodeOf, type Examples } from './examples';

/** An example's chat, with a page of its own. */
export interface Chat {
	workflow: StoredWorkflow;
	/** Asks as that page does; fails if n8n ends amid the answer. */
	ask: (chatInput: string) => Promise<string>;
}

/** Publishes an example with a page for its chat. */
export async function openChat(examples: Examples, file: string): Promise<Chat> {
	const { n8n } = examples;
	const imported = await examples.import(file);
	const nodes = imported.nodes.map((node) =>
		node.name === 'Chat' ? { ...node, parameters: { ...node.parameters, public: true } } : node,
	);
	const workflow = await n8n.api.updateWorkflow(imported.id, { nodes });
	await n8n.api.publish(workflow.id);
	const url = `${n8n.publicUrl}/webhook/${nodeOf(workflow, 'Chat').webhookId ?? ''}/chat`;
	const ask = async (chatInput: string): Promise<string> =>
		await eventually(n8n, 'The chat is not there', async () => {
			const { status, data } = await axios.post<{ output: string }>(
				url,
				{ action: 'sendMessage', sessionId: 'one', chatInput },
				{ httpsAgent: new Agent({ ca: n8n.front.certificate }), validateStatus: () => true },
			);
			return status === 404 ? undefined : data.output;
		});
	return { workflow, ask };
}

import type { INode } from 'n8n-workflow';
import type { CredentialDraft, WorkflowDraft } from '../harness/n8n';
import type { ChatModel } from '../harness/chatModel';

const CHAT_TRIGGER = '@n8n/n8n-nodes-langchain.chatTrigger';

/** What a chat of the demo shows before anything is said. */
const GREETING = 'A script answers here, not a model. Say "help" to see what it can be asked.';

/** The credential by the name that the examples give it, so that n8n selects it by itself. */
export function modelCredential({ url }: ChatModel): CredentialDraft {
	return { name: 'OpenAI account', type: 'openAiApi', data: { apiKey: 'none', url } };
}

/** The example with a chat page of its own, where it begins with a chat. */
export function withChatPage(workflow: WorkflowDraft): WorkflowDraft {
	return { ...workflow, nodes: workflow.nodes.map(opened) };
}

function opened(node: INode): INode {
	if (node.type !== CHAT_TRIGGER) return node;
	const { parameters } = node;
	return { ...node, parameters: { ...parameters, public: true, initialMessages: GREETING } };
}

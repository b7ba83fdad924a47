import type { Answer, Message, Tool, ToolCall } from './conversation';
import { argumentsOf, newId, now, textOf, type Content, type Dialect } from './dialect';

interface CompletionsRequest {
	messages: Array<{
		role: Message['role'] | 'developer';
		content?: Content;
		tool_calls?: Array<{ function: { name: string; arguments: string } }>;
	}>;
	tools?: Array<{ function: Tool }>;
}

const USAGE = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

/** `POST /chat/completions`, of which n8n's OpenAI Chat Model makes use up to its version 1.2. */
export const completions: Dialect<CompletionsRequest> = {
	path: '/chat/completions',

	conversationOf({ messages, tools = [] }) {
		return {
			messages: messages.map(({ role, content, tool_calls: calls = [] }) => ({
				role: role === 'developer' ? 'system' : role,
				text: textOf(content),
				calls: calls.map(({ function: { name, arguments: text } }) => ({
					name,
					arguments: argumentsOf(text),
				})),
			})),
			tools: tools.map(({ function: { name, description, parameters } }) => ({
				name,
				description,
				parameters,
			})),
		};
	},

	wholeAnswer(answer, model) {
		const choice = { index: 0, message: messageOf(answer), finish_reason: reasonOf(answer) };
		return { ...head('chat.completion', model), choices: [choice], usage: USAGE };
	},

	answerEvents(answer, model) {
		const chunk = { ...head('chat.completion.chunk', model), usage: null };
		const delta = { index: 0, delta: messageOf(answer), finish_reason: null };
		const end = { index: 0, delta: {}, finish_reason: reasonOf(answer) };
		const events = [
			{ ...chunk, choices: [delta] },
			{ ...chunk, choices: [end] },
			{ ...chunk, choices: [], usage: USAGE },
		];
		return [...events.map((event) => JSON.stringify(event)), '[DONE]'].map((data) => `data: ${data}\n\n`);
	},
};

function head(object: string, model: string) {
	return { id: newId('chatcmpl'), object, created: now(), model };
}

function messageOf(answer: Answer) {
	return 'text' in answer
		? { role: 'assistant', content: answer.text }
		: { role: 'assistant', content: null, tool_calls: answer.calls.map(toolCall) };
}

function toolCall({ name, arguments: values }: ToolCall, index: number) {
	return {
		index,
		id: newId('call'),
		type: 'function',
		function: { name, arguments: JSON.stringify(values) },
	};
}

function reasonOf(answer: Answer): string {
	return 'text' in answer ? 'stop' : 'tool_calls';
}

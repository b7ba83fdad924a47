import { randomUUID } from 'node:crypto';
import type { Answer, Conversation, Message, Tool, ToolCall } from './conversation';

/** One of the two ways to call a model through OpenAI's API. A response is sent either as a whole or as events. */
export interface Dialect<Request> {
	/** Path below the base URL. */
	path: string;
	conversationOf(request: Request): Conversation;
	wholeAnswer(answer: Answer, model: string): object;
	/** The events of a stream, as lines of `text/event-stream`. */
	answerEvents(answer: Answer, model: string): string[];
}

/** The text of a message, either as a whole or in parts. */
type Content = string | Array<{ text?: string }> | null | undefined;

function textOf(content: Content): string {
	if (typeof content === 'string') return content;
	return (content ?? []).map(({ text = '' }) => text).join('');
}

/** A tool call in a request or response, with its arguments as JSON text. */
interface SentCall {
	name: string;
	arguments: string;
}

function callOf({ name, arguments: text }: SentCall): ToolCall {
	return { name, arguments: JSON.parse(text) as ToolCall['arguments'] };
}

function toolOf({ name, description, parameters }: Tool): Tool {
	return { name, description, parameters };
}

function newId(kind: string): string {
	return `${kind}_${randomUUID()}`;
}

/** Seconds since 1970, as this API represents times. */
function now(): number {
	return Math.floor(Date.now() / 1000);
}

interface CompletionsRequest {
	messages: Array<{
		role: Message['role'] | 'developer';
		content?: Content;
		tool_calls?: Array<{ function: SentCall }>;
	}>;
	tools?: Array<{ function: Tool }>;
}

const COMPLETIONS_USAGE = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

/** `POST /chat/completions`, which n8n's OpenAI Chat Model uses up to version 1.2. */
export const completions: Dialect<CompletionsRequest> = {
	path: '/chat/completions',

	conversationOf({ messages, tools = [] }) {
		return {
			messages: messages.map(({ role, content, tool_calls: calls = [] }) => ({
				role: role === 'developer' ? 'system' : role,
				text: textOf(content),
				calls: calls.map((call) => callOf(call.function)),
			})),
			tools: tools.map((tool) => toolOf(tool.function)),
		};
	},

	wholeAnswer(answer, model) {
		const choice = { index: 0, message: spoken(answer), finish_reason: reasonOf(answer) };
		return { ...completionHead('chat.completion', model), choices: [choice], usage: COMPLETIONS_USAGE };
	},

	answerEvents(answer, model) {
		const chunk = { ...completionHead('chat.completion.chunk', model), usage: null };
		const delta = { index: 0, delta: spoken(answer), finish_reason: null };
		const end = { index: 0, delta: {}, finish_reason: reasonOf(answer) };
		const events = [
			{ ...chunk, choices: [delta] },
			{ ...chunk, choices: [end] },
			{ ...chunk, choices: [], usage: COMPLETIONS_USAGE },
		];
		return [...events.map((event) => JSON.stringify(event)), '[DONE]'].map((data) => `data: ${data}\n\n`);
	},
};

function completionHead(object: string, model: string) {
	return { id: newId('chatcmpl'), object, created: now(), model };
}

function spoken(answer: Answer) {
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

type InputItem =
	| { type?: 'message'; role: Message['role'] | 'developer'; content: Content }
	| ({ type: 'function_call' } & SentCall)
	| { type: 'function_call_output'; output: Content };

interface ResponsesRequest {
	input: string | InputItem[];
	tools?: Tool[];
}

const USAGE = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };

/** `POST /responses`, which n8n's OpenAI Chat Model uses since version 1.3. */
export const responses: Dialect<ResponsesRequest> = {
	path: '/responses',

	conversationOf({ input, tools = [] }) {
		const items: InputItem[] = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
		return {
			messages: items.map(messageOf),
			tools: tools.map(toolOf),
		};
	},

	wholeAnswer(answer, model) {
		return { ...head(model), status: 'completed', output: responseItems(answer), usage: USAGE };
	},

	answerEvents(answer, model) {
		const begun = { ...head(model), status: 'in_progress', output: [] };
		const output = responseItems(answer);
		const events = [
			{ type: 'response.created', response: begun },
			...output.map((item, index) => ({ type: 'response.output_item.added', output_index: index, item })),
			...('text' in answer ? [textEvent(answer.text)] : []),
			{ type: 'response.completed', response: { ...begun, status: 'completed', output, usage: USAGE } },
		];
		return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
	},
};

function messageOf(item: InputItem): Message {
	if (item.type === 'function_call') return { role: 'assistant', text: '', calls: [callOf(item)] };
	if (item.type === 'function_call_output') return { role: 'tool', text: textOf(item.output), calls: [] };
	const role = item.role === 'developer' ? 'system' : item.role;
	return { role, text: textOf(item.content), calls: [] };
}

function head(model: string) {
	return { id: newId('resp'), object: 'response', created_at: now(), model, error: null };
}

function responseItems(answer: Answer): object[] {
	if ('text' in answer) {
		const content = [{ type: 'output_text', text: answer.text, annotations: [] }];
		return [{ id: newId('msg'), type: 'message', role: 'assistant', status: 'completed', content }];
	}
	return answer.calls.map(({ name, arguments: values }) => ({
		id: newId('fc'),
		type: 'function_call',
		status: 'completed',
		call_id: newId('call'),
		name,
		arguments: JSON.stringify(values),
	}));
}

function textEvent(delta: string) {
	return { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta };
}

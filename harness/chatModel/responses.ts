import type { Answer, Message, Tool } from './conversation';
import { argumentsOf, newId, now, textOf, type Content, type Dialect } from './dialect';

type InputItem =
	| { type?: 'message'; role: Message['role'] | 'developer'; content: Content }
	| { type: 'function_call'; name: string; arguments: string }
	| { type: 'function_call_output'; output: Content };

interface ResponsesRequest {
	input: string | InputItem[];
	tools?: Tool[];
}

const USAGE = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };

/** `POST /responses`, of which n8n's OpenAI Chat Model makes use from its version 1.3. */
export const responses: Dialect<ResponsesRequest> = {
	path: '/responses',

	conversationOf({ input, tools = [] }) {
		const items: InputItem[] = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
		return {
			messages: items.map(messageOf),
			tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
		};
	},

	wholeAnswer(answer, model) {
		return { ...head(model), status: 'completed', output: outputOf(answer), usage: USAGE };
	},

	answerEvents(answer, model) {
		const begun = { ...head(model), status: 'in_progress', output: [] };
		const output = outputOf(answer);
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
	if (item.type === 'function_call') {
		const call = { name: item.name, arguments: argumentsOf(item.arguments) };
		return { role: 'assistant', text: '', calls: [call] };
	}
	if (item.type === 'function_call_output') return { role: 'tool', text: textOf(item.output), calls: [] };
	const role = item.role === 'developer' ? 'system' : item.role;
	return { role, text: textOf(item.content), calls: [] };
}

function head(model: string) {
	return { id: newId('resp'), object: 'response', created_at: now(), model, error: null };
}

function outputOf(answer: Answer): object[] {
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

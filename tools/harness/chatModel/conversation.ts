/** One message of a conversation. `system` contains what the user entered in the agent's settings. */
export interface Message {
	role: 'system' | 'user' | 'assistant' | 'tool';
	/** The text of the message, or the result of a tool. */
	text: string;
	/** The tools that the assistant wants to use. */
	calls: ToolCall[];
}

/** A tool as it's described to a model. */
export interface Tool {
	name: string;
	description: string;
	/** JSON Schema of the arguments. */
	parameters: Record<string, unknown>;
}

/** A tool that the model wants to use. */
export interface ToolCall {
	name: string;
	arguments: Record<string, unknown>;
}

/** A request to a model, with all messages so far and the tools that it can use. */
export interface Conversation {
	messages: Message[];
	tools: Tool[];
}

/** A model's response, which is either its text or the tools that it wants to use first. */
export type Answer = { text: string } | { calls: ToolCall[] };

/** A function in place of the model. */
export type Answering = (conversation: Conversation) => Answer;

/**
 * A scripted model's response to a question. It yields the tools to use at once, receives their results, and finally returns the
 * answer.
 *
 * @param question the user's latest message
 */
export type Script = (
	question: string,
	conversation: Conversation,
) => Generator<ToolCall[], string, string[]>;

/**
 * A model that follows a script.
 *
 * Each request contains all messages so far, so the script runs from its start until a result is missing. It must do the
 * same each time.
 */
export function follow(script: Script): Answering {
	return (conversation) => {
		const { messages } = conversation;
		const asked = messages.map(({ role }) => role).lastIndexOf('user');
		const later = messages.slice(asked + 1);
		const results = later.flatMap(({ role, text }) => (role === 'tool' ? [text] : []));
		return goThrough(script(messages[asked]?.text ?? '', conversation), results);
	};
}

function goThrough(steps: ReturnType<Script>, results: string[]): Answer {
	let step = steps.next();
	while (step.done !== true) {
		const calls = step.value;
		if (results.length < calls.length) return { calls };
		step = steps.next(results.splice(0, calls.length));
	}
	return { text: step.value };
}

/** One thing that was said; `system` holds what a person wrote into the agent's settings. */
export interface Message {
	role: 'system' | 'user' | 'assistant' | 'tool';
	/** What was said, or what a tool gave back. */
	text: string;
	/** The tools that the assistant asked for. */
	calls: ToolCall[];
}

/** What a model is told of a tool. */
export interface Tool {
	name: string;
	description: string;
	/** JSON schema of the arguments. */
	parameters: Record<string, unknown>;
}

/** A tool that the model wants to be used. */
export interface ToolCall {
	name: string;
	arguments: Record<string, unknown>;
}

/** What a model is asked: all that was said so far, and the tools that it may use. */
export interface Conversation {
	messages: Message[];
	tools: Tool[];
}

/** What a model says: its answer, or the tools that it wants to be used before. */
export type Answer = { text: string } | { calls: ToolCall[] };

/** Stands for the model. */
export type Answering = (conversation: Conversation) => Answer;

/**
 * What a scripted model does about a question: it yields the tools that it wants to be used at once, gets what each of them
 * gave back, and returns what it says in the end.
 *
 * @param question what the person has said last
 */
export type Script = (
	question: string,
	conversation: Conversation,
) => Generator<ToolCall[], string, string[]>;

/**
 * A model that follows a script. Each request holds all that was said so far, so the script is gone through from its start
 * to the place where something is missing; it must do the same each time.
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

import type { Answer, Answering, Conversation, ToolCall } from './conversation';

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
		const results = messages.slice(asked + 1).filter(({ role }) => role === 'tool');
		const steps = script(messages[asked]?.text ?? '', conversation);
		return goThrough(
			steps,
			results.map(({ text }) => text),
		);
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

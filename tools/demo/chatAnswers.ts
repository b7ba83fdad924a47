import { follow, type Answering, type Script, type ToolCall } from '../harness/chatModel';
import { topicsWith, type Items, type Topic } from './chatTopics';

const WHAT_IT_IS = 'This is a script, not a model: it knows a few questions by their words.';

/**
 * The demo's chat model. It picks a tool by words in the question, and turns the result into sentences. Without tools, it writes
 * a fax.
 *
 * @param letterUrl address of a letter that the agent may fax
 */
export function answerInDemo(letterUrl: string): Answering {
	const topics = topicsWith(letterUrl);
	return follow(function* (question, { tools }): ReturnType<Script> {
		if (tools.length === 0) return letter(question);
		const names = new Set(tools.map(({ name }) => name));
		const answerable = topics.filter(({ tool }) => names.has(tool));
		const topic = answerable.find(({ words }) => words.test(question));
		const said = topic === undefined ? whatCanBeAsked(answerable) : yield* answered(topic, question);
		return `${WHAT_IT_IS}\n\n${said}`;
	});
}

/** Runs the steps of a topic until a tool fails. */
function* answered({ steps }: Topic, question: string): Generator<ToolCall[], string, string[]> {
	const taken = steps(question);
	let step = taken.next();
	while (step.done !== true) {
		const calls = step.value;
		const results = (yield calls).map(resultOf);
		const refused = results.findIndex(({ refusal }) => refusal !== undefined);
		if (refused >= 0) return `The tool ${calls[refused]?.name} did not do it: ${results[refused]?.refusal}`;
		step = taken.next(results.map(({ items }) => items));
	}
	return step.value;
}

/** Reads a tool's result as n8n passes it to a model: the items that the tool output, or a message. */
function resultOf(text: string): { items: Items; refusal?: string } {
	const result = parsed(text);
	if (!Array.isArray(result)) return { items: [], refusal: text };
	const items = result as Items;
	const error = items[0]?.['error'];
	return error === undefined ? { items } : { items, refusal: messageOf(error) };
}

/** n8n reports an error by its message. A node that continues on error also returns advice. */
function messageOf(error: unknown): string {
	if (typeof error === 'string') return error;
	const { message, advice = '' } = error as { message: string; advice?: string };
	return `${message} ${advice}`.trim();
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

function letter(wish: string): string {
	return `Dear reader,\n\n${wish}\n\nKind regards\n\n(A script has written this, not a model.)`;
}

function whatCanBeAsked(answerable: Topic[]): string {
	if (answerable.length === 0) return 'It knows none of the tools of this agent.';
	return ['Ask it, for instance:', ...answerable.map(({ example }) => `- ${example}`)].join('\n');
}

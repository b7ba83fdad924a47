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

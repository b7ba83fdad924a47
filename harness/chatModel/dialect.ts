import { randomUUID } from 'node:crypto';
import type { Answer, Conversation } from './conversation';

/** One of the two ways in which OpenAI's API talks with a model: what is asked, and the same answer whole or in events. */
export interface Dialect<Request> {
	/** Path below the base URL. */
	path: string;
	conversationOf(request: Request): Conversation;
	wholeAnswer(answer: Answer, model: string): object;
	/** The events of a stream, as lines of `text/event-stream`. */
	answerEvents(answer: Answer, model: string): string[];
}

/** A text as it stands in a message: as it is, or in parts. */
export type Content = string | Array<{ text?: string }> | null | undefined;

export function textOf(content: Content): string {
	if (typeof content === 'string') return content;
	return (content ?? []).map(({ text = '' }) => text).join('');
}

/** Arguments of a tool call, which travel as JSON text. */
export function argumentsOf(text: string): Record<string, unknown> {
	return JSON.parse(text) as Record<string, unknown>;
}

export function newId(kind: string): string {
	return `${kind}_${randomUUID()}`;
}

/** Seconds since 1970, as this API tells times. */
export function now(): number {
	return Math.floor(Date.now() / 1000);
}

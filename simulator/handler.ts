import type { Sender } from './faxing/sender';
import type { Caller } from './security';
import type { Settings } from './settings';
import type { State } from './state';

/** A request that was authenticated and fits the OpenAPI description. */
export interface Call {
	state: State;
	caller: Caller;
	params: Readonly<Record<string, string>>;
	query: Readonly<Record<string, string | undefined>>;
	body: unknown;
	/** Content types that the caller accepts, in the order in which they were named. */
	accepted: readonly string[];
	sender: Sender;
	settings: Settings;
}

/** An answer: JSON, bytes, or nothing. */
export interface Answer {
	status: number;
	json?: object;
	bytes?: Buffer;
	contentType?: string;
}

/** Carries out one operation; a refusal is thrown as an ApiError. */
export type Handler = (call: Call) => Answer | Promise<Answer>;

export const ok = (json: object): Answer => ({ status: 200, json });

/** The answer where nothing is promised. */
export const done = ({ voidAnswer }: Settings): Answer => (voidAnswer === 'empty' ? { status: 204 } : ok({}));

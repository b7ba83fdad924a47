import type { State } from './state';
import type { Caller } from './security';

/** A request that was authenticated and fits the OpenAPI description. */
export interface Call {
	state: State;
	caller: Caller;
	params: Readonly<Record<string, string>>;
	query: Readonly<Record<string, string | undefined>>;
	body: unknown;
	settings: Settings;
}

/** How the simulator answers where the service's documentation leaves it open. */
export interface Settings {
	webhookListShape: WebhookListShape;
	/** Milliseconds until the list of webhook endpoints shows a new one. */
	webhookListLag: number;
	/** Of the names of an event's numbers: `from` and `to`, or `from_number` and `to_number` as in the service's SDK. */
	numberSuffix: NumberSuffix;
}

export type NumberSuffix = '' | '_number';

export type WebhookListShape = 'array' | 'records' | 'data' | 'data.records';

/** An answer: JSON, bytes, or nothing. */
export interface Answer {
	status: number;
	json?: object;
	bytes?: Buffer;
	contentType?: string;
}

/** Carries out one operation; a refusal is thrown as an ApiError. */
export type Handler = (call: Call) => Answer;

export const ok = (json: object): Answer => ({ status: 200, json });

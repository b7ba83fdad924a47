import type { IWebhookFunctions } from 'n8n-workflow';

import { rememberedEndpointId } from '../endpoint/memory';
import { ENDPOINT_HEADER, fingerprintOf, nameOf, ownerOf, TRIGGER_HEADER } from '../marks';

const LINES_PER_MINUTE = 3;
const MINUTE = 60_000;

/** Why a request is not a delivery. */
export interface Rejection {
	/** HTTP status of the answer, 4xx or 503. */
	status: number;
	/** What is wrong, for the sender and the log. */
	cause: string;
	/** More about it, for the log only. */
	detail?: string;
}

interface Count {
	since: number;
	refused: number;
}

const counts = new Map<string, Count>();

/**
 * Answers a delivery that is not to be trusted or cannot be read, itself, so that n8n stores no execution, and notes it
 * in n8n's log, a few times a minute at most.
 */
export function refuse(context: IWebhookFunctions, { status, cause, detail }: Rejection): void {
	const response = context.getResponseObject();
	const endpointId = rememberedEndpointId(context);
	if (endpointId !== undefined) response.set(ENDPOINT_HEADER, fingerprintOf(endpointId));
	response
		.status(status)
		.set(TRIGGER_HEADER, ownerOf(context.getNode()))
		.json({ error: status === 401 ? 'unauthorized' : 'refused', description: `Delivery refused: ${cause}` });
	log(context, detail === undefined ? cause : `${cause} (${detail})`);
}

function log(context: IWebhookFunctions, cause: string): void {
	const key = `${context.getWorkflow().id ?? ''}:${context.getNode().id}`;
	const now = Date.now();
	const previous = counts.get(key);
	const count = previous && now - previous.since < MINUTE ? previous : { since: now, refused: 0 };
	counts.set(key, count);
	count.refused += 1;

	const unlogged = previous && previous !== count ? previous.refused - LINES_PER_MINUTE : 0;
	if (unlogged > 0) context.logger.warn(`${nameOf(context)} refused ${unlogged} more deliveries before this`);
	if (count.refused > LINES_PER_MINUTE) return;
	// Asked while a request is handled, n8n only knows the production URL.
	const endpoint =
		context.getMode() === 'manual' ? 'its test URL' : (context.getNodeWebhookUrl('default') ?? '');
	const last = count.refused === LINES_PER_MINUTE ? ' (more in this minute are not logged)' : '';
	context.logger.warn(`${nameOf(context)} refused a delivery to ${endpoint}: ${cause}${last}`);
}

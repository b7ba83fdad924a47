import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { addressAt } from '../endpoint/addresses';
import { EndpointMemory } from '../endpoint/memory';
import { keyOf, log, nameOf } from '../../shared/log';
import { LruMap } from '../../shared/values/lruMap';
import { ENDPOINT_HEADER, ownerOf, PROBE_HEADER, TRIGGER_HEADER } from '../../shared/endpoints/triggerMarks';
import { fingerprintOf } from '../../shared/values/fingerprint';
import { isSigned } from './signature';

const LINES_PER_MINUTE = 3;
const MINUTE = 60_000;

/** Why a request starts nothing. */
export interface Refusal {
	/** HTTP status of the answer, 4xx or 503. */
	status: number;
	/** What is wrong, in one of a few fixed sentences, for the log only. */
	cause: string;
	/** More about it. */
	detail?: string;
}

interface Count {
	since: number;
	refused: number;
}

/** For each trigger and cause; there are about ten causes. */
const counts = new LruMap<string, Count>(10_000);

/** The cause of the last refusal of each trigger. */
const lastCauses = new LruMap<string, string>(1_000);

/** Why this process has refused the last request that it did not take, if it has; the trigger is named as by `keyOf`. */
export function lastRefusalOf(trigger: string): string | undefined {
	return lastCauses.get(trigger);
}

/**
 * Answers a delivery that is not to be trusted or cannot be read, and notes why in n8n's log, a few times a minute for each
 * cause at most. The sender, maybe a stranger who tries, is not told.
 */
export function refuse(context: IWebhookFunctions, refusal: Refusal): IWebhookResponseData {
	const answered = answer(context, refusal.status);
	logRefusal(context, refusal);
	return answered;
}

/**
 * Answers a trigger that asks who takes deliveries here: as a refusal, but without a line that looks like one. Strangers may ask
 * too; they learn and hide no more than by any other request without a signature.
 *
 * @returns undefined for all other requests
 */
export function answerProbe(context: IWebhookFunctions): IWebhookResponseData | undefined {
	const headers = context.getHeaderData() as Record<string, string | string[] | undefined>;
	if (headers[PROBE_HEADER] === undefined || isSigned(headers)) return undefined;
	log(context, 'debug', 'answered who takes deliveries here');
	return answer(context, 401);
}

function answer(context: IWebhookFunctions, status: number): IWebhookResponseData {
	const response = context.getResponseObject();
	const url = urlOf(context);
	// What this process knows is newer than what n8n has saved.
	const known = url === undefined ? undefined : addressAt(url).known?.id;
	const endpointId = known ?? new EndpointMemory(context).endpointId;
	if (endpointId !== undefined) response.set(ENDPOINT_HEADER, fingerprintOf(endpointId));
	response
		.status(status)
		.set(TRIGGER_HEADER, ownerOf(context.getNode()))
		.json({ error: status === 401 ? 'unauthorized' : 'refused', description: 'The delivery was refused' });
	return { noWebhookResponse: true };
}

function logRefusal(context: IWebhookFunctions, { cause, detail }: Refusal): void {
	lastCauses.set(keyOf(context), cause);
	const key = `${keyOf(context)} ${cause}`;
	const now = Date.now();
	const previous = counts.get(key);
	const count = previous && now - previous.since < MINUTE ? previous : { since: now, refused: 0 };
	counts.set(key, count);
	count.refused += 1;

	const unlogged = previous && previous !== count ? previous.refused - LINES_PER_MINUTE : 0;
	if (unlogged > 0) {
		context.logger.warn(`${nameOf(context)} refused ${unlogged} more deliveries before this: ${cause}`);
	}
	if (count.refused > LINES_PER_MINUTE) return;
	const endpoint = urlOf(context) ?? 'its test URL';
	const why = detail === undefined ? cause : `${cause} (${detail})`;
	const last = count.refused === LINES_PER_MINUTE ? ' (more of these are not logged for a minute)' : '';
	context.logger.warn(`${nameOf(context)} refused a delivery to ${endpoint}: ${why}${last}`);
}

/** Asked while a request is handled, n8n only knows the production URL. */
function urlOf(context: IWebhookFunctions): string | undefined {
	return context.getMode() === 'manual' ? undefined : context.getNodeWebhookUrl('default');
}

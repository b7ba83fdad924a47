import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { registrationOf } from '../../shared/registration/addresses';
import { audit } from '../../shared/audit';
import { keyOf, log } from '../../shared/log';
import { rememberedOf } from '../../shared/trigger/processMemory';
import { ENDPOINT_HEADER, ownerOf, PROBE_HEADER, TRIGGER_HEADER } from '../../shared/endpoints/receivers';
import { fingerprintOf } from '../../shared/values/fingerprint';
import type { Headers } from './signature';
import { deliveryIdIn, isSigned } from './signature';

const LINES_PER_MINUTE = 3;
const MINUTE = 60_000;

/** Why a request starts nothing. */
export interface Refusal {
	/** HTTP status of the response, 4xx or 503. */
	status: number;
	/** What's wrong, as one of a few fixed sentences, for the log only. */
	cause: string;
	/** More about the cause, for the log only. */
	detail?: string;
}

/**
 * Result of a request: a refusal, an item if the fax was verified, or no item if the fields don't ask for the fax or the
 * fax is already known.
 */
export type Verdict = { item?: INodeExecutionData } | Refusal;

/** Requests to one trigger that this process has refused. */
class Refused {
	/** Number of refusals in the current minute for each cause, and when that minute began. */
	readonly counts = new Map<string, { begunAt: number; times: number }>();
	/** Cause of the last refusal, or undefined once an execution has shown it. */
	lastCause: string | undefined;
}

/**
 * Returns why this process refused the last request that it didn't accept, if there's one.
 *
 * @param trigger as `keyOf` names it
 */
export function lastRefusalOf(trigger: string): string | undefined {
	return rememberedOf(trigger, Refused).lastCause;
}

/** Returns the cause of the last refusal and clears it, because it's shown only once. */
export function takeLastRefusalOf(trigger: string): string | undefined {
	const cause = lastRefusalOf(trigger);
	if (cause !== undefined) rememberedOf(trigger, Refused).lastCause = undefined;
	return cause;
}

/**
 * Responds to a delivery that isn't trusted or can't be read. The reason is only in the audit trail, at most a few times a
 * minute for each cause, because the sender may be a stranger.
 */
export function refuse(context: IWebhookFunctions, refusal: Refusal): IWebhookResponseData {
	const answered = answer(context, refusal.status);
	logRefusal(context, refusal);
	return answered;
}

/**
 * Responds to a request that checks which trigger listens here. The response is a refusal, but isn't logged as one.
 * Strangers may send such requests, too, but they learn and hide no more with it than with any other unsigned request.
 *
 * @returns undefined for all other requests
 */
export function answerProbe(context: IWebhookFunctions, headers: Headers): IWebhookResponseData | undefined {
	if (headers[PROBE_HEADER] === undefined || isSigned(headers)) return undefined;
	log(context, 'debug', 'responded to a check of which trigger listens here');
	return answer(context, 401);
}

function answer(context: IWebhookFunctions, status: number): IWebhookResponseData {
	const response = context.getResponseObject();
	const { endpointId } = registrationOf(context);
	if (endpointId !== undefined) response.set(ENDPOINT_HEADER, fingerprintOf(endpointId));
	response
		.status(status)
		.set(TRIGGER_HEADER, ownerOf(context.getNode()))
		.json({ error: status === 401 ? 'unauthorized' : 'refused', description: 'The delivery was refused' });
	return { noWebhookResponse: true };
}

function logRefusal(context: IWebhookFunctions, { status, cause, detail }: Refusal): void {
	const refused = rememberedOf(keyOf(context), Refused);
	refused.lastCause = cause;
	const now = Date.now();
	const { begunAt = 0, times = 0 } = refused.counts.get(cause) ?? {};
	const isSameMinute = Math.abs(now - begunAt) < MINUTE;
	const count = isSameMinute ? { begunAt, times: times + 1 } : { begunAt: now, times: 1 };
	refused.counts.set(cause, count);
	if (count.times > LINES_PER_MINUTE) return;
	const unlogged = isSameMinute ? 0 : Math.max(0, times - LINES_PER_MINUTE);
	audit(context, 'delivery.refused', {
		...{ status, cause, detail },
		// Express sees the address that n8n's proxies report, if n8n knows how many there are (N8N_PROXY_HOPS).
		source: context.getRequestObject().ip,
		deliveryId: deliveryIdIn(context.getHeaderData() as Headers),
		unlogged: unlogged === 0 ? undefined : unlogged,
	});
}

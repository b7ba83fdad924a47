import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { endpointIdOf } from '../endpoint/inUse';
import { keyOf, log, nameOf } from '../../shared/trigger/log';
import { LruMap } from '../../shared/values/lruMap';
import { ENDPOINT_HEADER, ownerOf, PROBE_HEADER, TRIGGER_HEADER } from '../../shared/service/triggerMarks';
import { fingerprintOf } from '../../shared/values/fingerprint';
import { refusalExecution } from './refusalExecution';
import type { Rejection } from './rejection';
import { isSigned } from './signature';

const LINES_PER_MINUTE = 3;
const MINUTE = 60_000;
const DESCRIPTION = 'The delivery was refused';

interface Count {
	since: number;
	refused: number;
}

/** For each trigger and cause; there are about ten causes. */
const counts = new LruMap<string, Count>(10_000);

/**
 * Answers a delivery that is not to be trusted or cannot be read, and notes why in n8n's log, a few times a minute for each
 * cause at most. The sender, maybe a stranger who tries, is not told.
 *
 * @returns what n8n starts: now and then an execution that shows to a person what can be mended, else nothing
 */
export function refuse(context: IWebhookFunctions, rejection: Rejection): IWebhookResponseData {
	answer(context, rejection.status);
	logRefusal(context, rejection);
	const workflowData = refusalExecution(context, rejection);
	return { noWebhookResponse: true, ...(workflowData && { workflowData }) };
}

/**
 * Whether a trigger asks who takes deliveries here. Strangers may ask too; they learn and hide no more than by any other
 * request without a signature.
 */
export function isProbe(context: IWebhookFunctions): boolean {
	const headers = context.getHeaderData() as Record<string, string | string[] | undefined>;
	return headers[PROBE_HEADER] !== undefined && !isSigned(headers);
}

/** Answers such a question: as a refusal, but without a line that looks like one. */
export function answerProbe(context: IWebhookFunctions): void {
	answer(context, 401);
	log(context, 'debug', 'answered who takes deliveries here');
}

function answer(context: IWebhookFunctions, status: number): void {
	const response = context.getResponseObject();
	const endpointId = endpointIdOf(context);
	if (endpointId !== undefined) response.set(ENDPOINT_HEADER, fingerprintOf(endpointId));
	response
		.status(status)
		.set(TRIGGER_HEADER, ownerOf(context.getNode()))
		.json({ error: status === 401 ? 'unauthorized' : 'refused', description: DESCRIPTION });
}

function logRefusal(context: IWebhookFunctions, { cause, detail }: Rejection): void {
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
	// Asked while a request is handled, n8n only knows the production URL.
	const endpoint =
		context.getMode() === 'manual' ? 'its test URL' : (context.getNodeWebhookUrl('default') ?? '');
	const why = detail === undefined ? cause : `${cause} (${detail})`;
	const last = count.refused === LINES_PER_MINUTE ? ' (more of these are not logged for a minute)' : '';
	context.logger.warn(`${nameOf(context)} refused a delivery to ${endpoint}: ${why}${last}`);
}

import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { keyOf } from '../../shared/trigger/log';
import { isWantedOutcome } from '../../shared/trigger/outcome';
import type { DeliveryBody } from './body';
import { parseBody, readBytes } from './body';
import { itemOf } from './item';
import type { Lease } from './recentlyAccepted';
import { RecentlyAccepted } from './recentlyAccepted';
import { noteGenuine } from './refusalExecution';
import type { Rejection } from './rejection';
import { answerProbe, isProbe, refuse } from './refusals';
import { rejectionByKeys } from './keptKeys';
import type { Keys } from './secrets';
import { markOf } from './secrets';
import type { Refusal, SignatureHeaders } from './signature';
import { isSigned, signatureHeaders, verify } from './signature';

/** A delivery that may be handed to n8n. */
interface Delivery {
	body: DeliveryBody;
	/** Missing only from unsigned test events. */
	signature: SignatureHeaders | undefined;
}

const recentlyAccepted = new RecentlyAccepted();

/**
 * Takes one request to the webhook URL (docs/api.md, "Deliveries").
 *
 * @returns one item for a genuine delivery of an event that the fields ask for and this process has not just accepted; otherwise
 * nothing, and the request is answered
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	if (isProbe(context)) {
		answerProbe(context);
		return { noWebhookResponse: true };
	}
	const delivery = await authenticate(context);
	if ('cause' in delivery) return refuse(context, delivery);
	const { body, signature } = delivery;
	if (!isWanted(context, body)) return acknowledge(context);

	const workflowData = [[itemOf(body, signature)]];
	// People test by replaying one delivery again and again.
	if (signature === undefined || context.getMode() === 'manual') return { workflowData };

	noteGenuine(context);
	// The service may send one id to several endpoints; each node has deliveries of its own.
	const lease = await recentlyAccepted.lease(`${keyOf(context)} ${signature.id}`);
	if (lease.isAccepted) return acknowledge(context);
	releaseWithAnswer(context, lease.release);
	return { workflowData };
}

/** Reads a delivery and makes sure that the service sent it (docs/api.md, "Signatures"). */
async function authenticate(context: IWebhookFunctions): Promise<Delivery | Rejection> {
	const headers = context.getHeaderData() as Record<string, string | string[] | undefined>;
	if (!isSigned(headers) && acceptsUnsigned(context)) {
		return deliveryOf(await readBytes(context), undefined);
	}
	const signature = signatureHeaders(headers);
	if (!signature) return { status: 401, cause: 'the signature headers are missing or empty' };

	const bytes = await readBytes(context);
	if (!bytes) return { status: 400, cause: 'the body cannot be read as raw bytes' };
	const rejection = await rejectionByKeys(context, (keys) => {
		const refusal = verify(signature, bytes, keys.valid, new Date());
		return refusal && { status: 401, cause: refusal, ...explanationOf(refusal, signature, keys) };
	});
	if (rejection) return rejection;
	const delivery = deliveryOf(bytes, signature);
	return 'cause' in delivery ? { ...delivery, remedy: 'report' } : delivery;
}

/** What a person can do about a signature that is refused, and what helps to find out. */
function explanationOf(
	refusal: Refusal,
	{ timestamp }: SignatureHeaders,
	{ detail, secrets }: Keys,
): Pick<Rejection, 'remedy' | 'detail' | 'secretsMark'> {
	switch (refusal) {
		case 'the timestamp is not a Unix time in seconds':
			return {};
		case 'the signature does not match':
			return { remedy: 'secret', secretsMark: markOf(secrets), ...(detail === undefined ? {} : { detail }) };
		default: {
			const minutes = Math.round(Math.abs(Date.now() / 1000 - Number(timestamp)) / 60);
			return { remedy: 'clock', detail: minutes > 999 ? 'by days or more' : `by about ${minutes} minutes` };
		}
	}
}

/** Unsigned events count only while a person listens in the editor, and has asked for them. */
function acceptsUnsigned(context: IWebhookFunctions): boolean {
	if (context.getMode() !== 'manual') return false;
	// Read as it is saved: no stranger's request may evaluate a field, because n8n stores a failed execution for every error.
	const { options } = context.getNode().parameters;
	return (options as { acceptUnsignedTestEvents?: unknown } | undefined)?.acceptUnsignedTestEvents === true;
}

function deliveryOf(
	bytes: Buffer | undefined,
	signature: SignatureHeaders | undefined,
): Delivery | Rejection {
	const body = parseBody(bytes);
	return 'cause' in body ? body : { body, signature };
}

function isWanted(context: IWebhookFunctions, { hook, data }: DeliveryBody): boolean {
	const isSubscribed = (context.getNodeParameter('events', []) as string[]).includes(hook.event);
	// n8n 2.8 would evaluate an expression that is saved here.
	const outcome = context.getNodeParameter('outcome', 'any', { rawExpressions: true });
	return isSubscribed && isWantedOutcome(outcome, data['status']);
}

/** Answers 200 and starts nothing. */
function acknowledge(context: IWebhookFunctions): IWebhookResponseData {
	context.getResponseObject().status(200).end();
	return { noWebhookResponse: true };
}

/** A delivery counts as accepted once a success has been sent; if the caller hangs up first, nobody knows. */
function releaseWithAnswer(context: IWebhookFunctions, release: Lease['release']): void {
	const response = context.getResponseObject();
	// While a copy waited for another, its caller may have hung up; that is not told again.
	if (response.closed) {
		release('unknown');
		return;
	}
	response.once('finish', () => {
		release(response.statusCode >= 200 && response.statusCode < 300 ? 'accepted' : 'unknown');
	});
	// Also comes after a "finish"; then it changes nothing.
	response.once('close', () => {
		release('unknown');
	});
}

import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { HOW_TO_REPORT } from '../../shared/editor/advice';
import { keyOf, log } from '../../shared/log';
import { faxesOf } from '../../shared/faxes/faxNames';
import type { EndHandling } from '../../shared/passing/here';
import { hereOf } from '../../shared/passing/here';
import { isWantedOutcome } from '../../shared/faxes/wantedOutcome';
import { listsOf } from '../../shared/faxes/faxEvents';
import { confirm } from './confirmation';
import { bodyIn, itemOfDelivery } from './item';
import type { Keys } from './keys';
import { refusalByKeys } from './keys';
import type { Refusal, Verdict } from './refusal';
import { answerProbe, refuse } from './refusal';
import type { Headers, SignatureHeaders } from './signature';
import { isSigned, signatureHeaders, verify } from './signature';

/**
 * Handles one request to the webhook URL (docs/contributing/api.md, "Deliveries"). If the signing secrets don't verify it,
 * Fax.Plus may still confirm it.
 *
 * @returns one item for a genuine delivery that the fields ask for, unless this process has just accepted a copy.
 * Otherwise, it only sends a response
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const headers = context.getHeaderData() as Headers;
	const answered = answerProbe(context, headers);
	if (answered) return answered;
	const bytes = await readBytes(context);
	const authenticated = await authenticate(context, headers, bytes);
	const verified = 'cause' in authenticated ? await confirm(context, bytes, authenticated) : authenticated;
	if ('cause' in verified) return refuse(context, verified);
	return verified.item ? await start(context, verified.item) : acknowledge(context);
}

/** The bytes of a request as they arrived, or undefined if n8n can't provide them, as for a form. */
async function readBytes(context: IWebhookFunctions): Promise<Buffer | undefined> {
	// n8n sets `rawBody` for content that it has parsed, and `readRawBody` for other content.
	const request = context.getRequestObject() as { rawBody?: Buffer; readRawBody?: () => Promise<void> };
	try {
		if (!request.rawBody) await request.readRawBody?.();
	} catch (error) {
		log(context, 'debug', `reading the body of a delivery failed: ${String(error)}`);
	}
	return request.rawBody;
}

/** Reads a delivery that Fax.Plus has signed (docs/contributing/api.md, "Signatures"). */
async function authenticate(
	context: IWebhookFunctions,
	headers: Headers,
	bytes: Buffer | undefined,
): Promise<Verdict> {
	const signature = signatureHeaders(headers);
	if (!signature && (isSigned(headers) || !acceptsUnsigned(context)))
		return { status: 401, cause: 'the signature headers are missing or empty' };
	if (!bytes) return { status: 400, cause: "n8n can't read the body as raw bytes" };
	const refusal = signature && (await refusalByKeys(context, (keys) => refusalOf(signature, bytes, keys)));
	if (refusal) return refusal;
	const body = bodyIn(bytes);
	if (!body) return { status: 400, cause: `the body isn't JSON with "hook" and "data"` };
	const isSubscribed = (context.getNodeParameter('events', []) as string[]).includes(body.hook.event);
	// The saved value is read, because n8n 2.8 would evaluate an expression here.
	const outcome = context.getNodeParameter('outcome', 'any', { rawExpressions: true });
	const isWanted = isSubscribed && isWantedOutcome(outcome, body.data['status']);
	return isWanted ? { item: itemOfDelivery(body, signature) } : {};
}

/** Unsigned events are only accepted while the editor listens for a test event, and only if the option is on. */
function acceptsUnsigned(context: IWebhookFunctions): boolean {
	const option = 'options.acceptUnsignedTestEvents';
	return (
		context.getMode() === 'manual' &&
		context.getNodeParameter(option, false, { rawExpressions: true }) === true
	);
}

/** Returns why the keys don't verify a signature, with details that help to find the cause. */
function refusalOf(signature: SignatureHeaders, bytes: Buffer, { valid, detail }: Keys): Refusal | undefined {
	const cause = verify(signature, bytes, valid, new Date());
	if (cause === undefined) return undefined;
	if (!cause.includes('minutes')) return { status: 401, cause, ...(detail === undefined ? {} : { detail }) };
	const minutes = Math.round(Math.abs(Date.now() / 1000 - Number(signature.timestamp)) / 60);
	return { status: 401, cause, detail: minutes > 999 ? 'more than 16 hours' : `about ${minutes} minutes` };
}

function acknowledge(context: IWebhookFunctions): IWebhookResponseData {
	context.getResponseObject().status(200).end();
	return { noWebhookResponse: true };
}

/** Starts an execution, unless a copy of the delivery is starting one or has just done so. */
async function start(context: IWebhookFunctions, item: INodeExecutionData): Promise<IWebhookResponseData> {
	// People test by replaying one delivery again and again.
	if (context.getMode() !== 'manual') {
		if (faxesOf(item.json).length === 0 && isLeftToCheck(context, item)) return acknowledge(context);
		// Fax.Plus may send one ID to several endpoints, so each node keeps track of its own deliveries.
		const end = await hereOf(keyOf(context)).take(item);
		if (!end) return acknowledge(context);
		endOnceAnswered(context, end);
	}
	return { workflowData: [[item]] };
}

/**
 * Whether the next check will find the fax of a delivery without an ID. If so, the delivery starts nothing, so that the fax
 * starts the workflow only once.
 */
function isLeftToCheck(context: IWebhookFunctions, { json: { event } }: INodeExecutionData): boolean {
	const isListed = listsOf([event as string], false).length > 0;
	const option = context.getNodeParameter('missedFaxes', 'never', { rawExpressions: true });
	if (!isListed || option === 'never') return false;
	const line = `a delivery has neither "data.id" nor "hook.id", so it's unknown which fax it's about. The next check finds the fax in the list. Report this, ${HOW_TO_REPORT}`;
	log(context, 'warn', line);
	return true;
}

/** Accepts an item once a success was sent. If the caller hangs up first, it's unknown whether the response arrived. */
function endOnceAnswered(context: IWebhookFunctions, end: EndHandling): void {
	const response = context.getResponseObject();
	// The caller may have hung up while this copy waited for another one. No event reports that later.
	if (response.closed) end(false);
	response.once('finish', () => {
		end(response.statusCode >= 200 && response.statusCode < 300);
	});
	// A "close" also follows a "finish", and then it changes nothing.
	response.once('close', () => {
		end(false);
	});
}

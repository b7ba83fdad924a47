import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { PACKAGE } from '../../shared/version';
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
 * Takes one request to the webhook URL (docs/contributing/api.md, "Deliveries"). What the signing secrets do not vouch for, the service may.
 *
 * @returns one item for a genuine delivery of an event that the fields ask for and this process has not just accepted; otherwise
 * nothing, and the request is answered
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const headers = context.getHeaderData() as Headers;
	const answered = answerProbe(context, headers);
	if (answered) return answered;
	const bytes = await readBytes(context);
	const authenticated = await authenticate(context, headers, bytes);
	const vouched = 'cause' in authenticated ? await confirm(context, bytes, authenticated) : authenticated;
	if ('cause' in vouched) return refuse(context, vouched);
	return vouched.item ? await start(context, vouched.item) : acknowledge(context);
}

/** The bytes of a request as they arrived; undefined when they cannot be had, as of a form. */
async function readBytes(context: IWebhookFunctions): Promise<Buffer | undefined> {
	// The one is there for content that n8n has parsed, the other for what it has not.
	const request = context.getRequestObject() as { rawBody?: Buffer; readRawBody?: () => Promise<void> };
	try {
		if (!request.rawBody) await request.readRawBody?.();
	} catch (error) {
		context.logger.debug(`Reading the body of a delivery failed: ${String(error)}`);
	}
	return request.rawBody;
}

/** Reads a delivery that the service has signed (docs/contributing/api.md, "Signatures"). */
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
	// n8n 2.8 would evaluate an expression that is saved here.
	const outcome = context.getNodeParameter('outcome', 'any', { rawExpressions: true });
	const isWanted = isSubscribed && isWantedOutcome(outcome, body.data['status']);
	return isWanted ? { item: itemOfDelivery(body, signature) } : {};
}

/** Unsigned events count only while a person listens in the editor, and has asked for them. */
function acceptsUnsigned(context: IWebhookFunctions): boolean {
	const option = 'options.acceptUnsignedTestEvents';
	return (
		context.getMode() === 'manual' &&
		context.getNodeParameter(option, false, { rawExpressions: true }) === true
	);
}

/** Why keys do not vouch for a signature, with what helps to find out. */
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

/** Starts an execution unless a copy does, or has just done so. */
async function start(context: IWebhookFunctions, item: INodeExecutionData): Promise<IWebhookResponseData> {
	// People test by replaying one delivery again and again.
	if (context.getMode() !== 'manual') {
		if (faxesOf(item.json).length === 0 && comesWithCheck(context, item)) return acknowledge(context);
		// The service may send one id to several endpoints; each node has deliveries of its own.
		const end = await hereOf(keyOf(context)).take(item);
		if (!end) return acknowledge(context);
		endOnceAnswered(context, end);
	}
	return { workflowData: [[item]] };
}

/** Whether a delivery names no fax that nevertheless is in a list: the next check brings it, and only once. */
function comesWithCheck(context: IWebhookFunctions, { json: { event } }: INodeExecutionData): boolean {
	const isListed = listsOf([event as string], false).length > 0;
	const option = context.getNodeParameter('missedFaxes', 'never', { rawExpressions: true });
	if (!isListed || option === 'never') return false;
	const line = `a delivery has neither "data.id" nor "hook.id", so it's unknown which fax it's about. The next check finds the fax in the list. Report this to the authors of the node, with "${PACKAGE}" and the version of n8n.`;
	log(context, 'warn', line);
	return true;
}

/** An item counts as accepted once a success has been sent; if the caller hangs up first, nobody knows. */
function endOnceAnswered(context: IWebhookFunctions, end: EndHandling): void {
	const response = context.getResponseObject();
	// While a copy waited for another, its caller may have hung up; that is not told again.
	if (response.closed) end(false);
	response.once('finish', () => {
		end(response.statusCode >= 200 && response.statusCode < 300);
	});
	// Also comes after a "finish"; then it changes nothing.
	response.once('close', () => {
		end(false);
	});
}

import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { RecentDeliveries } from './recentDeliveries';
import type { Rejection } from './refusals';
import { refuse } from './refusals';
import { readKeys } from './secrets';
import type { SignatureHeaders } from './signature';
import { isSigned, signatureHeaders, verify } from './signature';

/** What the service sends as the body of a delivery. */
interface DeliveryBody {
	hook: IDataObject & { event: string };
	data: IDataObject;
}

/** A delivery that may be handed to n8n. The signature is missing only from unsigned test events. */
interface Delivery {
	body: DeliveryBody;
	signature: SignatureHeaders | undefined;
}

/** The request as n8n passes it on: `rawBody` is there for content that n8n has parsed, `readRawBody` for other. */
interface RawRequest {
	rawBody?: Buffer;
	readRawBody?: () => Promise<void>;
}

const recentDeliveries = new RecentDeliveries();

/**
 * Takes one request to the webhook URL ("Delivery", "Signature verification" and "Idempotency").
 *
 * @returns one item for a genuine delivery of a subscribed event that this process has not just accepted; otherwise
 * nothing, and the request is answered
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const delivery = await readDelivery(context);
	if ('cause' in delivery) {
		refuse(context, delivery);
		return { noWebhookResponse: true };
	}
	const { event } = delivery.body.hook;
	const events = context.getNodeParameter('events', []) as string[];
	if (!events.includes(event)) return acknowledge(context);

	const item = { json: outputOf(event, delivery) };
	// People test by replaying one delivery again and again.
	if (delivery.signature === undefined || context.getMode() === 'manual') return { workflowData: [[item]] };

	const claim = await recentDeliveries.claim(keyFor(context, delivery.signature.id));
	if (claim.isAccepted) return acknowledge(context);
	settleWithResponse(context, claim.settle);
	return { workflowData: [[item]] };
}

async function readDelivery(context: IWebhookFunctions): Promise<Delivery | Rejection> {
	const headers = context.getHeaderData() as Record<string, string | string[] | undefined>;
	if (!isSigned(headers) && acceptsUnsigned(context)) {
		return await readBody(context, (body) => ({ body, signature: undefined }));
	}
	const signature = signatureHeaders(headers);
	if (!signature) return { status: 401, cause: 'the signature headers are missing or empty' };

	const keys = await readKeys(context);
	if ('cause' in keys) return keys;
	const rawBody = await readRawBody(context);
	if (!rawBody) return { status: 400, cause: 'the body cannot be read as raw bytes' };
	const refusal = verify(signature, rawBody, keys.valid, new Date());
	if (refusal) return { status: 401, cause: refusal, ...(keys.detail ? { detail: keys.detail } : {}) };
	return await readBody(context, (body) => ({ body, signature }));
}

/** Unsigned events count only while a person listens in the editor, and has asked for them. */
function acceptsUnsigned(context: IWebhookFunctions): boolean {
	// No stranger's request may evaluate a field: n8n stores a failed execution for every error.
	if (context.getMode() !== 'manual') return false;
	const options = context.getNodeParameter('options', {}) as { acceptUnsignedTestEvents?: boolean };
	return options.acceptUnsignedTestEvents === true;
}

async function readRawBody(context: IWebhookFunctions): Promise<Buffer | undefined> {
	const request = context.getRequestObject() as RawRequest;
	try {
		if (!request.rawBody) await request.readRawBody?.();
	} catch (error) {
		context.logger.debug(`Reading the body of a delivery failed: ${String(error)}`);
	}
	return request.rawBody;
}

async function readBody(
	context: IWebhookFunctions,
	toDelivery: (body: DeliveryBody) => Delivery,
): Promise<Delivery | Rejection> {
	const rawBody = await readRawBody(context);
	const body = parse(rawBody?.toString('utf8') ?? '');
	return body ? toDelivery(body) : { status: 400, cause: 'the body is not JSON with "hook" and "data"' };
}

function parse(text: string): DeliveryBody | undefined {
	try {
		const body = JSON.parse(text) as Partial<DeliveryBody> | null;
		const isDelivery = isObject(body?.hook) && isObject(body.data) && typeof body.hook['event'] === 'string';
		return isDelivery ? (body as DeliveryBody) : undefined;
	} catch {
		return undefined;
	}
}

function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function outputOf(event: string, { body: { hook, data }, signature }: Delivery): IDataObject {
	const isRetry = isId(hook['id']) && isId(data['id']) && String(hook['id']) !== String(data['id']);
	return {
		event,
		isRetry,
		webhookId: signature?.id ?? null,
		timestamp: signature ? Number(signature.timestamp) : null,
		hook,
		data,
	};
}

function isId(value: unknown): value is string | number {
	return typeof value === 'string' || typeof value === 'number';
}

/** Answers 200 and starts nothing. */
function acknowledge(context: IWebhookFunctions): IWebhookResponseData {
	context.getResponseObject().status(200).end();
	return { noWebhookResponse: true };
}

/** The service may send one id to several endpoints; each node has deliveries of its own. */
function keyFor(context: IWebhookFunctions, webhookId: string): string {
	return JSON.stringify([context.getWorkflow().id, context.getNode().id, webhookId]);
}

/** A delivery counts as accepted once a success has been sent; if the caller hangs up first, nobody knows. */
function settleWithResponse(
	context: IWebhookFunctions,
	settle: (outcome: 'accepted' | 'unknown') => void,
): void {
	const response = context.getResponseObject();
	// While a copy waited for another, its caller may have hung up; that is not told again.
	if (response.closed) {
		settle('unknown');
		return;
	}
	let isSent = false;
	response.once('finish', () => {
		isSent = true;
		settle(response.statusCode >= 200 && response.statusCode < 300 ? 'accepted' : 'unknown');
	});
	response.once('close', () => {
		if (!isSent) settle('unknown');
	});
}

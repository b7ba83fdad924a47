import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import type { Keys } from './keys';
import { refusalByKeys } from './keys';
import type { Refusal } from './refusal';
import type { SignatureHeaders } from './signature';
import { isSigned, signatureHeaders, verify } from './signature';

/** What the service sends as the body of a delivery (docs/api.md, "Deliveries"). */
export interface DeliveryBody {
	hook: IDataObject & { event: string };
	data: IDataObject;
}

/** A delivery that may be handed to n8n. */
export interface Delivery {
	body: DeliveryBody;
	/** Missing only from unsigned test events. */
	signature: SignatureHeaders | undefined;
}

/** The bytes of a request as they arrived; undefined when they cannot be had, as of a form. */
export async function readBytes(context: IWebhookFunctions): Promise<Buffer | undefined> {
	// The one is there for content that n8n has parsed, the other for what it has not.
	const request = context.getRequestObject() as { rawBody?: Buffer; readRawBody?: () => Promise<void> };
	try {
		if (!request.rawBody) await request.readRawBody?.();
	} catch (error) {
		context.logger.debug(`Reading the body of a delivery failed: ${String(error)}`);
	}
	return request.rawBody;
}

/** Reads a delivery from the bytes of a request, and makes sure that the service has signed it (docs/api.md, "Signatures"). */
export async function authenticate(
	context: IWebhookFunctions,
	bytes: Buffer | undefined,
): Promise<Delivery | Refusal> {
	const headers = context.getHeaderData() as Record<string, string | string[] | undefined>;
	const signature = signatureHeaders(headers);
	const isTestEvent = !isSigned(headers) && acceptsUnsigned(context);
	if (!signature && !isTestEvent) return { status: 401, cause: 'the signature headers are missing or empty' };
	if (!bytes) return { status: 400, cause: 'the body cannot be read as raw bytes' };
	const refusal =
		signature &&
		(await refusalByKeys(context, (keys) => {
			const cause = verify(signature, bytes, keys.valid, new Date());
			return cause === undefined ? undefined : { status: 401, cause, ...detailOf(cause, signature, keys) };
		}));
	if (refusal) return refusal;
	const body = parseBody(bytes);
	return 'cause' in body ? body : { body, signature };
}

/** What the bytes say. */
export function parseBody(bytes: Buffer | undefined): DeliveryBody | Refusal {
	const refusal = { status: 400, cause: 'the body is not JSON with "hook" and "data"' };
	try {
		const body = JSON.parse(bytes?.toString('utf8') ?? '') as Partial<DeliveryBody> | null;
		const isDelivery = isObject(body?.hook) && isObject(body.data) && typeof body.hook['event'] === 'string';
		return isDelivery ? (body as DeliveryBody) : refusal;
	} catch {
		return refusal;
	}
}

function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What helps to find out why a signature is refused. */
function detailOf(cause: string, { timestamp }: SignatureHeaders, { detail }: Keys): { detail?: string } {
	if (!cause.includes('minutes')) return detail === undefined ? {} : { detail };
	const minutes = Math.round(Math.abs(Date.now() / 1000 - Number(timestamp)) / 60);
	return { detail: minutes > 999 ? 'by days or more' : `by about ${minutes} minutes` };
}

/** Unsigned events count only while a person listens in the editor, and has asked for them. */
function acceptsUnsigned(context: IWebhookFunctions): boolean {
	return context.getMode() === 'manual' && savedOptions(context)['acceptUnsignedTestEvents'] === true;
}

/** The options as they are saved: no stranger's request may evaluate one, because n8n stores a failed execution for every error. */
export function savedOptions(context: IWebhookFunctions): Record<string, unknown> {
	return (context.getNode().parameters['options'] ?? {}) as Record<string, unknown>;
}

import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import type { Rejection } from './rejection';

/** What the service sends as the body of a delivery (docs/api.md, "Deliveries"). */
export interface DeliveryBody {
	hook: IDataObject & { event: string };
	data: IDataObject;
}

/** The request as n8n passes it on: `rawBody` is there for content that n8n has parsed, `readRawBody` for other. */
interface RawRequest {
	rawBody?: Buffer;
	readRawBody?: () => Promise<void>;
}

/** The bytes of a request as they arrived; undefined when they cannot be had, as of a form. */
export async function readBytes(context: IWebhookFunctions): Promise<Buffer | undefined> {
	const request = context.getRequestObject() as RawRequest;
	try {
		if (!request.rawBody) await request.readRawBody?.();
	} catch (error) {
		context.logger.debug(`Reading the body of a delivery failed: ${String(error)}`);
	}
	return request.rawBody;
}

/** What the bytes say. */
export function parseBody(bytes: Buffer | undefined): DeliveryBody | Rejection {
	const rejection = { status: 400, cause: 'the body is not JSON with "hook" and "data"' };
	try {
		const body = JSON.parse(bytes?.toString('utf8') ?? '') as Partial<DeliveryBody> | null;
		const isDelivery = isObject(body?.hook) && isObject(body.data) && typeof body.hook['event'] === 'string';
		return isDelivery ? (body as DeliveryBody) : rejection;
	} catch {
		return rejection;
	}
}

function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

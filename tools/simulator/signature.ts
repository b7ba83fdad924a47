import { Webhook } from 'standardwebhooks';

/** How a delivery can differ from the default. */
export interface DeliveryOptions {
	webhookId?: string;
	/** Prefix of the signature headers. */
	headerStyle?: 'webhook' | 'svix';
	/** How far the sender's clock is ahead, in seconds. */
	clockOffset?: number;
}

/**
 * Signs a delivery as Fax.Plus does. Tests also use this to forge requests.
 *
 * @param secret secret of the endpoint, with its prefix `whsec_`
 * @param timestamp Unix time in seconds
 * @param rawBody the body as it's sent
 * @returns an entry of the signature header: `v1,` and the signature in base64
 */
export function sign(secret: string, webhookId: string, timestamp: number, rawBody: string): string {
	return new Webhook(secret).sign(webhookId, new Date(timestamp * 1000), rawBody);
}

/** The headers of a delivery that is sent now. */
export function signedHeaders(
	secret: string,
	webhookId: string,
	rawBody: string,
	{ headerStyle = 'webhook', clockOffset = 0 }: DeliveryOptions = {},
): Record<string, string> {
	const timestamp = Math.floor(Date.now() / 1000) + clockOffset;
	return {
		[`${headerStyle}-id`]: webhookId,
		[`${headerStyle}-timestamp`]: String(timestamp),
		[`${headerStyle}-signature`]: sign(secret, webhookId, timestamp, rawBody),
	};
}

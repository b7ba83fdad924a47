import { Webhook } from 'standardwebhooks';

/** How a delivery may deviate from the usual. */
export interface DeliveryOptions {
	webhookId?: string;
	/** Prefix of the signature headers. */
	headerStyle?: 'webhook' | 'svix';
	/** Seconds by which the sender's clock is off. */
	clockOffset?: number;
}

/**
 * Signs a delivery as the service does; for requests that tests forge.
 *
 * @param secret of the endpoint, with its prefix `whsec_`
 * @param timestamp Unix time in seconds
 * @param rawBody the body as it is sent
 * @returns an entry of the signature header: `v1,` and the signature in base64
 */
export function sign(secret: string, webhookId: string, timestamp: number, rawBody: string): string {
	return new Webhook(secret).sign(webhookId, new Date(timestamp * 1000), rawBody);
}

/** The headers that a delivery carries when it is sent now. */
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

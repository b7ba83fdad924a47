import { createHmac, timingSafeEqual } from 'node:crypto';

import { labelTextOf } from '../../shared/values/text';

/**
 * Maximum difference between the sender's clock and ours in either direction, in seconds (docs/contributing/api.md,
 * "Signatures").
 */
export const TOLERANCE = 5 * 60;

/** Prefixes of the headers, today's first. */
const PREFIXES = ['webhook', 'svix'];

const PREFIX = 'whsec_';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Limits of Standard Webhooks, in bytes. A shorter secret was cut off when it was copied. */
const [SHORTEST_KEY, LONGEST_KEY] = [24, 64];

/** The three signed headers of a delivery. */
export interface SignatureHeaders {
	id: string;
	/** Unix time in seconds, exactly as it was sent. */
	timestamp: string;
	/** Entries such as "v1,<base64>", separated by spaces. */
	signature: string;
}

/** Headers of a request, with names in lower case. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Finds the signature headers of Standard Webhooks, or the headers with the older prefix `svix-`.
 *
 * @returns undefined unless all three are there
 */
export function signatureHeaders(headers: Headers): SignatureHeaders | undefined {
	const found = PREFIXES.map((prefix) => {
		const partOf = (name: string): string => labelTextOf(headers[`${prefix}-${name}`]);
		return { id: partOf('id'), timestamp: partOf('timestamp'), signature: partOf('signature') };
	});
	return found.find((parts) => !Object.values(parts).includes(''));
}

/** Whether a request carries any part of a signature. */
export function isSigned(headers: Headers): boolean {
	return PREFIXES.some((prefix) => headers[`${prefix}-signature`] !== undefined);
}

/** Returns the ID of a delivery, as the sender names it. A stranger can name any. */
export function deliveryIdIn(headers: Headers): string | undefined {
	return PREFIXES.map((prefix) => labelTextOf(headers[`${prefix}-id`])).find((id) => id !== '');
}

/**
 * Decodes a signing secret in the format that Fax.Plus shows.
 *
 * @param secret "whsec_" and base64
 * @returns the key, or undefined if the secret is malformed or empty
 */
export function decodeSecret(secret: string): Buffer | undefined {
	const encoded = secret.slice(PREFIX.length);
	if (!secret.startsWith(PREFIX) || !BASE64.test(encoded)) return undefined;
	const key = Buffer.from(encoded, 'base64');
	return key.length >= SHORTEST_KEY && key.length <= LONGEST_KEY ? key : undefined;
}

/** Whether a string is only the start of a secret. A double click only selects up to a "+" or "/". */
export function isCutOff(secret: string): boolean {
	const most = Math.floor((SHORTEST_KEY * 4) / 3);
	return new RegExp(`^${PREFIX}[A-Za-z0-9+/]{0,${most}}=*$`).test(secret) && !decodeSecret(secret);
}

/**
 * Verifies a delivery (docs/contributing/api.md, "Signatures").
 *
 * @param rawBody the bytes as they arrived
 * @param keys decoded secrets, any of which may have signed the delivery
 * @param now the receiver's clock
 * @returns why the delivery isn't trusted, for the log, or undefined if it's genuine
 */
export function verify(
	{ id, timestamp, signature }: SignatureHeaders,
	rawBody: Buffer,
	keys: readonly Buffer[],
	now: Date,
): string | undefined {
	if (!/^\d{1,15}$/.test(timestamp)) return "the timestamp isn't a Unix time in seconds";
	const age = Math.floor(now.getTime() / 1000) - Number(timestamp);
	if (age > TOLERANCE) return 'the timestamp is more than 5 minutes old';
	if (age < -TOLERANCE) return 'the timestamp is more than 5 minutes in the future';

	const candidates = signature
		.split(' ')
		.map((entry) => entry.split(','))
		.map(([version, text = '']) => Buffer.from(version === 'v1' ? text : ''));
	const isGenuine = keys.some((key) => {
		const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody);
		const expected = Buffer.from(hmac.digest('base64'));
		return candidates.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
	});
	return isGenuine ? undefined : "the signature doesn't match";
}

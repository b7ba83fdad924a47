import fc from 'fast-check';
import { createHmac, randomBytes } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';

import {
	isSigned,
	decodeSecret,
	signatureHeaders,
	TOLERANCE,
	verify,
} from '../../../nodes/FaxPlusTrigger/delivery/signature';
import { useFakeClock } from '../support/clock';

const SECRET = `whsec_${Buffer.from('a key of four and twenty bytes!!').toString('base64')}`;
const OTHER_SECRET = `whsec_${Buffer.from('another key of some length......').toString('base64')}`;
const NOW = new Date('2026-11-21T06:00:00Z');
const SECONDS = NOW.getTime() / 1000;

const key = (secret: string): Buffer => {
	const decoded = decodeSecret(secret);
	if (!decoded) throw new Error('malformed secret');
	return decoded;
};

const headersOf = (id: string, timestamp: string, signature: string) => ({
	'webhook-id': id,
	'webhook-timestamp': timestamp,
	'webhook-signature': signature,
});

/** Returns this package's result and the published library's, for the same request at the same time. */
function verifications(headers: Record<string, string>, body: string, secret: string): boolean[] {
	const accepts = (): boolean => {
		try {
			new StandardWebhook(secret).verify(body, headers);
			return true;
		} catch {
			return false;
		}
	};
	const found = signatureHeaders(headers);
	const isAccepted =
		found !== undefined && verify(found, Buffer.from(body), [key(secret)], new Date()) === undefined;
	return [isAccepted, accepts()];
}

useFakeClock(NOW.getTime());

it('A secret is "whsec_" and base64, and anything else never gives a key, not even an empty one', () => {
	expect(decodeSecret(SECRET)?.toString()).toBe('a key of four and twenty bytes!!');
	const ofBytes = (count: number): string => `whsec_${Buffer.alloc(count, 1).toString('base64')}`;
	expect([24, 64].map((count) => decodeSecret(ofBytes(count))?.length)).toEqual([24, 64]);
	const [, plain = ''] = SECRET.split('_');
	const malformed = [
		...['', 'whsec_', 'whsec_!', 'whsec_abc', ofBytes(23), ofBytes(65)],
		...[`WHSEC_${plain}`, plain, ` ${SECRET}`, `${SECRET}!`, SECRET.replace('=', '')],
	];
	expect(malformed.filter((secret) => decodeSecret(secret) !== undefined)).toEqual([]);
});

it('Signature headers have the Standard Webhooks names, otherwise the older prefix, and only count if all three are there', () => {
	const standard = headersOf('a', '1', 'v1,x');
	const svix = { 'svix-id': 'b', 'svix-timestamp': '2', 'svix-signature': 'v1,y' };

	expect(signatureHeaders({ ...svix, ...standard })?.id).toBe('a');
	expect(signatureHeaders(svix)?.id).toBe('b');
	expect(signatureHeaders({ ...svix, ...standard, 'webhook-id': '' })?.id).toBe('b');
	expect(signatureHeaders({ ...standard, 'webhook-signature': undefined })).toBeUndefined();
	expect(isSigned({})).toBe(false);
	expect(isSigned(svix)).toBe(true);
});

describe('A delivery', () => {
	const sign = (secret: string, id: string, at: number, body: string) =>
		new StandardWebhook(secret).sign(id, new Date(at * 1000), body);

	it('is genuine if any entry was signed with any of the keys', () => {
		const entries = [sign(OTHER_SECRET, 'a', SECONDS, '{}'), sign(SECRET, 'a', SECONDS, '{}')];
		const headers = { id: 'a', timestamp: String(SECONDS), signature: entries.join(' ') };
		const judged = (...keys: Buffer[]) => verify(headers, Buffer.from('{}'), keys, NOW);

		expect(judged(key(SECRET))).toBeUndefined();
		expect(judged(key(OTHER_SECRET))).toBeUndefined();
		expect(judged(key(OTHER_SECRET), key(SECRET))).toBeUndefined();
		expect(judged()).toBe("the signature doesn't match");
		expect(judged(randomBytes(24))).toBe("the signature doesn't match");
	});

	it.each([
		[-301, 'the timestamp is more than 5 minutes old'],
		[-300, undefined],
		[300, undefined],
		[301, 'the timestamp is more than 5 minutes in the future'],
	])('may be at most five minutes off: %i seconds', (offset, refusal) => {
		const timestamp = String(SECONDS + offset);
		const signature = sign(SECRET, 'a', SECONDS + offset, '{}');
		expect(verify({ id: 'a', timestamp, signature }, Buffer.from('{}'), [key(SECRET)], NOW)).toBe(refusal);
	});

	it.each(['v2', 'v1a', 'V1', ''])(
		'isn\'t valid with an entry of version "%s", even if its bytes are right',
		(version) => {
			const timestamp = String(SECONDS);
			const signature = sign(SECRET, 'a', SECONDS, '{}').replace('v1', version);
			const refusal = verify({ id: 'a', timestamp, signature }, Buffer.from('{}'), [key(SECRET)], NOW);
			expect(refusal).toBe("the signature doesn't match");
		},
	);

	it("with a timestamp that isn't plain digits is refused, although the library reads it as far as it can", () => {
		const signature = sign(SECRET, 'a', SECONDS, '{}');
		for (const timestamp of [`${SECONDS}x`, ` ${SECONDS}`, `${SECONDS}.5`, `+${SECONDS}`, 'NaN', '1e9', '']) {
			const refusal = verify({ id: 'a', timestamp, signature }, Buffer.from('{}'), [key(SECRET)], NOW);
			expect(refusal).toBe("the timestamp isn't a Unix time in seconds");
		}
	});

	it('that the library signs is accepted, and the signatures are the same', () => {
		fc.assert(
			fc.property(
				fc.string({ minLength: 1 }).filter((id) => id.trim() !== ''),
				fc.string({ unit: 'binary' }),
				fc.integer({ min: -TOLERANCE, max: TOLERANCE }),
				fc.uint8Array({ minLength: 24, maxLength: 64 }),
				(id, body, offset, bytes) => {
					const secret = `whsec_${Buffer.from(bytes).toString('base64')}`;
					const at = SECONDS + offset;
					const ours = createHmac('sha256', Buffer.from(bytes))
						.update(`${id}.${at}.${body}`)
						.digest('base64');
					expect(sign(secret, id, at, body)).toBe(`v1,${ours}`);
					const genuine = { id, timestamp: String(at), signature: `v1,${ours}` };
					expect(verify(genuine, Buffer.from(body), [Buffer.from(bytes)], NOW)).toBeUndefined();
				},
			),
			{ numRuns: 1000 },
		);
	});

	it('is valid if the Standard Webhooks library accepts it, so not with another version, more than five minutes off, or tampered with', () => {
		const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', '.', ',', '=', '+'), maxLength: 12 });
		const entry = fc.tuple(fc.constantFrom('', 'v1,'), text).map((parts) => parts.join(''));
		fc.assert(
			fc.property(
				fc.record({
					id: fc.constantFrom('msg_1', 'msg_2'),
					signedId: fc.constantFrom('msg_1', 'msg_1', 'msg_2'),
					body: fc.json().map((json) => JSON.stringify({ json })),
					// Key in the received body. The body is valid JSON with each of these names.
					name: fc.constantFrom('json', 'json', 'jsom', 'Json', 'jso_'),
					offset: fc.constantFrom(0, -299, -300, -301, 299, 300, 301, -86_400, 86_400),
					signedOffset: fc.constantFrom(0, 0, 0, 1),
					version: fc.constantFrom('v1', 'v1', 'v1', 'v2', 'v1a', ''),
					before: fc.array(entry, { maxLength: 3 }),
					after: fc.array(text, { maxLength: 2 }),
					secret: fc.constantFrom(SECRET, SECRET, OTHER_SECRET),
				}),
				({ id, signedId, body, name, offset, signedOffset, version, before, after, secret }) => {
					const at = SECONDS + offset;
					const [, value = ''] = sign(SECRET, signedId, at + signedOffset, body).split(',');
					const signature = [...before, `${version},${value}`, ...after].join(' ');
					const received = body.replace('json', name);

					const results = verifications(headersOf(id, String(at), signature), received, secret);

					expect(new Set(results).size).toBe(1);
				},
			),
			{ numRuns: 2000 },
		);
	});
});

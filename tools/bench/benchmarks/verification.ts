import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

import { decodeSecret, verify } from '../../../nodes/FaxPlusTrigger/delivery/signature';
import { inTurn, median, medianRatio, rounded, timed, withoutN8n, type Measurement } from './measure';

const COUNT = 100_000;
const ROUNDS = 3;

/** Verification of a delivery of 2 KB, compared with the reference library. */
export async function verification(rounds = ROUNDS): Promise<Measurement> {
	const secret = `whsec_${randomBytes(24).toString('base64')}`;
	const library = new Webhook(secret);
	const body = Buffer.from(JSON.stringify({ hook: {}, data: { text: 'x'.repeat(2000) } }));
	const now = new Date();
	const headers = {
		'webhook-id': 'msg_1',
		'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
		'webhook-signature': library.sign('msg_1', now, body),
	};
	const signature = {
		id: 'msg_1',
		timestamp: headers['webhook-timestamp'],
		signature: headers['webhook-signature'],
	};

	const { trigger, standardwebhooks } = await inTurn(rounds, {
		trigger: async () =>
			await timed(() => {
				for (let i = 0; i < COUNT; i++) {
					const key = decodeSecret(secret);
					if (!key || verify(signature, body, [key], new Date()) !== undefined) throw new Error('refused');
				}
			}),
		standardwebhooks: async () =>
			await timed(() => {
				for (let i = 0; i < COUNT; i++) new Webhook(secret).verify(body, headers);
			}),
	});
	return {
		title: `Verification of a 2 KB delivery, ${COUNT.toLocaleString('en')} times (time ratio; at most 1.1)`,
		options: { verifications: COUNT, rounds },
		versions: withoutN8n,
		rows: [
			{
				ratio: rounded(medianRatio(trigger, standardwebhooks)),
				'trigger ms': rounded(median(trigger)),
				'library ms': rounded(median(standardwebhooks)),
			},
		],
	};
}

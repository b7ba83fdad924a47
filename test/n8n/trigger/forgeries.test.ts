import { gzipSync } from 'node:zlib';
import { Webhook } from 'standardwebhooks';

import { signingSecrets } from '../../../harness/n8n/signingSecrets';
import { deliveryBody, signed, useTriggerBench } from './support';

const bench = useTriggerBench();

const WRONG_SECRET = 'whsec_d3JvbmcgYnV0IHdlbGwtZm9ybWVk';

interface Forgery {
	body: string | Buffer;
	headers: Record<string, string>;
}

/** Requests that nobody but a stranger, or a broken sender, makes. */
const forgeries: Array<{ name: string; forge: (secret: string) => Forgery; status?: number }> = [
	{ name: 'without any signature header', forge: () => ({ body: deliveryBody('f'), headers: {} }) },
	{ name: 'signed with another secret', forge: () => signed(WRONG_SECRET) },
	{
		name: 'whose signed body is no JSON',
		forge: (secret) => signed(secret, { body: 'no JSON' }),
		status: 422,
	},
	{
		name: 'whose signed body is JSON of another kind',
		forge: (secret) => signed(secret, { body: '[1,2,3]' }),
		status: 400,
	},
	{ name: 'of several megabytes', forge: () => ({ body: large(8), headers: signed(WRONG_SECRET).headers }) },
	{
		// n8n itself refuses it, before the trigger sees it.
		name: 'of type application/xml that is none',
		forge: () => ({
			body: signed(WRONG_SECRET).body,
			headers: { ...signed(WRONG_SECRET).headers, 'content-type': 'application/xml' },
		}),
		status: 422,
	},
	...['text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream'].map((type) => ({
		name: `of type ${type}, signed with another secret`,
		forge: () => ({
			body: signed(WRONG_SECRET).body,
			headers: { ...signed(WRONG_SECRET).headers, 'content-type': type },
		}),
	})),
	{
		name: 'in many parts',
		forge: (secret) => {
			const body = '--x\r\ncontent-disposition: form-data; name="hook"\r\n\r\n{}\r\n--x--\r\n';
			return {
				body,
				headers: {
					...signed(secret, { body }).headers,
					'content-type': 'multipart/form-data; boundary=x',
				},
			};
		},
		status: 400,
	},
	{
		name: 'compressed, signed with another secret',
		forge: () => {
			const { body, headers } = signed(WRONG_SECRET);
			return { body: gzipSync(body), headers: { ...headers, 'content-encoding': 'gzip' } };
		},
	},
];

function large(megabytes: number): string {
	return JSON.stringify({ hook: { event: 'fax_received' }, data: { filler: 'x'.repeat(megabytes << 20) } });
}

describe('A request', () => {
	const trigger = () => bench().trigger('refusing', { options: { acceptUnsignedTestEvents: true } });
	let id = '';
	let url = '';
	let secret = '';

	beforeAll(async () => {
		const active = await bench().activate(trigger());
		({ id } = active);
		({ url, secret } = active.endpoint);
	}, 60_000);

	it.each(forgeries)('$name is refused', async ({ forge, status = 401 }) => {
		const { body, headers } = forge(secret);
		const answer = await bench().post(url, body, headers);
		expect(answer.status).toBe(status);
	});

	it('that was refused starts nothing, and n8n takes genuine deliveries as before', async () => {
		expect(await bench().executionCount(id)).toBe(0);

		const plain = signed(secret, { id: 'msg_plain' });
		const zipped = signed(secret, { id: 'msg_zipped' });
		const big = signed(secret, { id: 'msg_big', body: large(4) });
		const typed = signed(secret, { id: 'msg_typed' });
		const rotated = signed(secret, { id: 'msg_several' });
		const answers = [
			await bench().post(url, plain.body, plain.headers),
			await bench().post(url, gzipSync(zipped.body), { ...zipped.headers, 'content-encoding': 'gzip' }),
			await bench().post(url, big.body, big.headers),
			await bench().post(url, typed.body, {
				...typed.headers,
				'content-type': 'application/json; charset=utf-8',
			}),
			await bench().post(url, rotated.body, {
				...rotated.headers,
				'webhook-signature': [
					'v1a,AAAA',
					new Webhook(WRONG_SECRET).sign('msg_several', new Date(), rotated.body),
					rotated.headers['webhook-signature'],
				].join(' '),
			}),
		];
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
		const ids = (await bench().passed(id)).map(({ webhookId }) => webhookId);
		expect([...ids].sort()).toEqual(['msg_big', 'msg_plain', 'msg_several', 'msg_typed', 'msg_zipped']);
	});
});

describe('The signing secret', () => {
	it('is tested for its form, not for being the right one', async () => {
		const { n8n, secret } = bench();
		const testSecrets = async (...secrets: string[]) =>
			await n8n.api.testCredential(secret, { ...signingSecrets(...secrets) });

		expect(await testSecrets(WRONG_SECRET)).toMatchObject({ status: 'OK' });
		expect(await testSecrets('')).toMatchObject({
			status: 'OK',
		});
		expect(await testSecrets(WRONG_SECRET, 'whsec_')).toMatchObject({
			status: 'Error',
			message: expect.stringContaining('Secret 2 of 2 is malformed') as string,
		});
	});
});

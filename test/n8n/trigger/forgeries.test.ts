import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Webhook } from 'standardwebhooks';

import { signingSecrets } from '../../../harness/n8n/signingSecrets';
import { deliveryBody, signed, until, useTriggerBench } from './support';

const bench = useTriggerBench();

const WRONG_SECRET = 'whsec_d3JvbmcgYnV0IHdlbGwtZm9ybWVk';

const now = () => Math.floor(Date.now() / 1000);

interface Forgery {
	body: string | Buffer;
	headers: Record<string, string>;
}

/** Requests that nobody but a stranger, or a broken sender, makes. */
const forgeries: Array<{ name: string; forge: (secret: string) => Forgery; status?: number }> = [
	{ name: 'without any signature header', forge: () => ({ body: deliveryBody('f'), headers: {} }) },
	{ name: 'signed with another secret', forge: () => signed(WRONG_SECRET) },
	{
		name: 'with one byte of the body changed',
		forge: (secret) => {
			const { body, headers } = signed(secret);
			return { body: body.replace('success', 'Success'), headers };
		},
	},
	{
		name: 'with one byte of the id changed',
		forge: (secret) => changed(signed(secret), 'webhook-id', 'msg_by_tesu'),
	},
	{
		name: 'with one byte of the timestamp changed',
		forge: (secret) => {
			const at = now() - 1;
			return changed(signed(secret, { at }), 'webhook-timestamp', String(at + 1));
		},
	},
	{ name: 'signed over five minutes ago', forge: (secret) => signed(secret, { at: now() - 310 }) },
	{ name: 'signed over five minutes ahead', forge: (secret) => signed(secret, { at: now() + 310 }) },
	{
		name: 'of another version of the scheme',
		forge: (secret) => {
			const forged = signed(secret);
			const signature = forged.headers['webhook-signature'] ?? '';
			return changed(forged, 'webhook-signature', signature.replace('v1,', 'v2,'));
		},
	},
	...['', ' ', ',', 'v1', 'v1,', 'v1, ', 'v1,%%%', 'v1,AAAA v1,BBBB', '0'.repeat(2000)].map((signature) => ({
		name: `with the signature header "${signature.slice(0, 20)}"`,
		forge: (secret: string) => changed(signed(secret), 'webhook-signature', signature),
	})),
	...['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
		name: `without ${name}`,
		forge: (secret: string) => {
			const { body, headers } = signed(secret);
			return {
				body,
				headers: Object.fromEntries(Object.entries(headers).filter(([header]) => header !== name)),
			};
		},
	})),
	{
		name: 'with a timestamp that is no number',
		forge: (secret) => changed(signed(secret), 'webhook-timestamp', 'yesterday'),
	},
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

function changed({ body, headers }: Forgery, header: string, value: string): Forgery {
	return { body, headers: { ...headers, [header]: value } };
}

function signedWithEmptyKey(headers: Record<string, string>, body: string): string {
	const content = `${headers['webhook-id'] ?? ''}.${headers['webhook-timestamp'] ?? ''}.${body}`;
	return `v1,${createHmac('sha256', '').update(content).digest('base64')}`;
}

function large(megabytes: number): string {
	return JSON.stringify({ hook: { event: 'fax_received' }, data: { filler: 'x'.repeat(megabytes << 20) } });
}

/** The refusals that the log of n8n holds of a workflow, as soon as one says so; it comes a moment after the answer. */
async function refusalsOf(workflowId: string, says: string): Promise<string[]> {
	return await until(() => {
		const lines = bench()
			.n8n.log.split('\n')
			.filter((line) => line.includes('refused') && line.includes(`(${workflowId})`));
		return lines.some((line) => line.includes(says)) ? lines : undefined;
	});
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

	it('gets an answer that does not say why', async () => {
		const { body, headers } = signed(WRONG_SECRET);
		const { data } = await bench().post(url, body, headers);
		expect(data).toEqual({
			error: 'unauthorized',
			description: 'The delivery was refused',
		});
	});
});

describe('The log of n8n', () => {
	it('names workflow, endpoint and cause of a refusal, three times a minute for each cause', async () => {
		const trigger = bench().trigger('logged');
		const { id, endpoint } = await bench().activate(trigger);
		const { body, headers } = signed(WRONG_SECRET);

		for (let request = 0; request < 30; request++) await bench().post(endpoint.url, body, headers);

		const refusals = await refusalsOf(id, 'more of these are not logged for a minute');
		// The tests themselves have asked without a signature whether the trigger listens yet.
		const lines = refusals.filter((line) => line.includes('the signature does not match'));
		expect(lines).toHaveLength(3);
		for (const line of lines) expect(line).toContain(endpoint.url);
		expect(await bench().executionCount(id)).toBe(0);
		await bench().retire(id, trigger);
	});

	it('and the answers never show a secret', async () => {
		const trigger = bench().trigger('secretive');
		const { id, endpoint } = await bench().activate(trigger);
		const { body, headers } = signed(WRONG_SECRET);

		const { data } = await bench().post(endpoint.url, body, headers);

		const key = endpoint.secret.slice('whsec_'.length);
		expect(JSON.stringify(data)).not.toContain(key);
		expect(bench().n8n.log).not.toContain(key);
		await bench().retire(id, trigger);
	});
});

describe('The signing secret', () => {
	it.each([
		{ name: 'empty', entered: '', says: 'still empty' },
		{ name: 'without its prefix', entered: 'YWJjZGVmZ2g=', says: 'malformed' },
		{ name: 'with nothing after the prefix', entered: 'whsec_', says: 'malformed' },
		{ name: 'no base64', entered: 'whsec_not base64!', says: 'malformed' },
	])('$name vouches for nothing, with words in the log, until it is corrected', async ({ entered, says }) => {
		const trigger = bench().trigger('secret');
		const { id, endpoint } = await bench().activate(trigger);
		await bench().setSecrets(entered);
		const { body, headers } = signed(endpoint.secret, { id: `msg_${says}` });

		const refused = await bench().post(endpoint.url, body, headers);
		// Anybody could sign with a key of no bytes.
		const withEmptyKey = await bench().post(endpoint.url, body, {
			...headers,
			'webhook-signature': signedWithEmptyKey(headers, body),
		});

		expect([refused.status, withEmptyKey.status]).toEqual([401, 401]);
		expect(await refusalsOf(id, says)).not.toEqual([]);
		expect(await bench().executionCount(id)).toBe(0);

		await bench().setSecrets(endpoint.secret);
		expect((await bench().post(endpoint.url, body, headers)).status).toBe(200);
		expect(await bench().passed(id)).toHaveLength(1);
		await bench().retire(id, trigger);
	});

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

import { createHmac, randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { gzipSync } from 'node:zlib';
import { requestN8n } from '../../../tools/harness/n8n';

/** How n8n responded to a flood of requests that aren't deliveries. */
export interface FloodResult {
	/** Number of responses with each status. */
	answers: Record<string, number>;
	/** Number of requests without a response. */
	unanswered: number;
	perSecond: number;
}

type Headers = Record<string, string>;

interface Fake {
	method?: 'GET' | 'POST' | 'PUT';
	headers: Headers;
	body?: Buffer | string;
}

const CONNECTIONS = 10;
const NAMING = 5;
const TIMEOUT_MS = 60_000;

/** Returns a body as Fax.Plus sends it. */
function genuineBody(id = `fax_${randomBytes(6).toString('hex')}`): string {
	const hook = { id, event: 'fax_received', event_time: '2026-11-21 06:00:00', target: '' };
	return JSON.stringify({ hook, data: { id, from: '+15550100999', to: '+15550100000', pages: 2 } });
}

/** Returns signature headers. If no secret is given, the signature is invalid for any secret. */
function signed(
	body: Buffer | string,
	{ at = Date.now(), key = randomBytes(24) }: { at?: number; key?: Buffer } = {},
): Headers {
	const id = `msg_${randomBytes(10).toString('hex')}`;
	const timestamp = String(Math.floor(at / 1000));
	const signature = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
	return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

const JSON_TYPE = { 'content-type': 'application/json' };
const DAY = 24 * 3_600_000;

/**
 * Returns a function for each kind of forged request. `key` is the endpoint's own, for genuine signatures with a wrong
 * time.
 */
function fakes(key: Buffer): Array<() => Fake> {
	const withJson = (body: string, headers: Headers): Fake => ({
		headers: { ...JSON_TYPE, ...headers },
		body,
	});
	/** Returns a body as Fax.Plus sends it, with headers for exactly this body. */
	const withGenuine = (headersOf: (body: string) => Headers) => (): Fake => {
		const body = genuineBody();
		return withJson(body, headersOf(body));
	};
	return [
		withGenuine(signed),
		withGenuine(() => ({})),
		withGenuine(() => signed(genuineBody(), { key })),
		withGenuine((body) => signed(body, { key, at: Date.now() - DAY })),
		withGenuine((body) => ({ ...signed(body, { key }), 'webhook-timestamp': 'now' })),
		withGenuine((body) => ({ ...signed(body, { key }), 'webhook-signature': 'v1,' })),
		withGenuine((body) => ({ ...signed(body), 'webhook-signature': 'v1,AAAA '.repeat(500).trim() })),
		() => withJson('{"hook": ', signed('{"hook": ')),
		() => withJson('[]', signed('[]', { key })),
		() => withJson('{"hook": {}, "data": null}', signed('{"hook": {}, "data": null}', { key })),
		() => withJson('', signed('')),
		() => {
			const body = JSON.stringify({ hook: {}, data: { text: 'x'.repeat(100_000) } });
			return withJson(body, signed(body));
		},
		...['text/plain', 'application/x-www-form-urlencoded', 'application/xml'].map((type) => (): Fake => {
			return { headers: { 'content-type': type, ...signed('text') }, body: 'text' };
		}),
		() => ({ headers: { 'content-type': 'application/octet-stream' }, body: randomBytes(500) }),
		() => ({
			headers: { 'content-type': 'multipart/form-data; boundary=x', ...signed('--x--') },
			body: '--x--\r\n',
		}),
		() => {
			const body = gzipSync(genuineBody());
			return { headers: { ...JSON_TYPE, 'content-encoding': 'gzip', ...signed(body) }, body };
		},
		() => ({ method: 'GET', headers: {} }),
		() => ({ method: 'PUT', headers: JSON_TYPE, body: genuineBody() }),
	];
}

/**
 * Sends requests that aren't genuine deliveries, ten at a time, cycling through all kinds.
 *
 * @param url where deliveries are sent
 * @param secret the endpoint's signing secret, for requests with a valid signature and another fault
 * @param delivered ids of genuine faxes. Every fifth request names one of them
 */
export async function flood(
	url: string,
	secret: string,
	amount: number,
	delivered: readonly string[] = [],
): Promise<FloodResult> {
	const makers = fakes(Buffer.from(secret.replace(/^whsec_/, ''), 'base64'));
	const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
	const answers: Record<string, number> = {};
	let sent = 0;
	let unanswered = 0;
	const sendInTurn = async () => {
		while (sent < amount) {
			const id = sent % NAMING === 0 ? delivered[(sent / NAMING) % delivered.length] : undefined;
			const fake = id === undefined ? makers[sent % makers.length]?.() : naming(id);
			sent += 1;
			const status = await send(url, agent, fake ?? { headers: {} });
			if (status === undefined) unanswered += 1;
			else answers[status] = (answers[status] ?? 0) + 1;
		}
	};
	const begun = Date.now();
	await Promise.all(Array.from({ length: CONNECTIONS }, sendInTurn));
	agent.destroy();
	return { answers, unanswered, perSecond: Math.round(amount / ((Date.now() - begun) / 1000)) };
}

/** Returns a stranger's request, which repeats a real delivery without its signature. */
function naming(id: string): Fake {
	const body = genuineBody(id);
	return { headers: { ...JSON_TYPE, ...signed(body) }, body };
}

/** Sends one request, and returns the status of the response, or undefined if there's none. */
async function send(
	url: string,
	agent: Agent,
	{ method = 'POST', headers, body }: Fake,
): Promise<number | undefined> {
	const asIs = (data: unknown) => data;
	return await requestN8n({
		url,
		method,
		headers,
		data: body,
		httpAgent: agent,
		timeout: TIMEOUT_MS,
		transformRequest: asIs,
		transformResponse: asIs,
	}).then(
		({ status }) => status,
		() => undefined,
	);
}

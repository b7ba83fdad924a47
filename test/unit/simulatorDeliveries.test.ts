import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { seed, sign, startSimulator, type Simulator } from '../../simulator';
import type { Endpoint } from '../../simulator/state';
import { accountOf, newSecret } from '../../simulator/state';
import { HttpsFront } from '../../harness/httpsFront';

interface Received {
	headers: Record<string, string>;
	body: string;
	path: string;
}

interface DeliveryBody {
	hook: Record<string, unknown>;
	data: Record<string, unknown>;
}

const PUBLIC = 'https://n8n.example';

/** Takes deliveries and answers them in turn; 200 when no answer is left. */
class Receiver {
	readonly received: Received[] = [];

	answers: Array<number | 'hang-up' | 'silence' | 'redirect'> = [];

	private constructor(
		private readonly server: Server,
		readonly url: string,
	) {}

	static async start(): Promise<Receiver> {
		const server = createServer();
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const receiver = new Receiver(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
		server.on('request', (request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				receiver.received.push({
					headers: flat(request.headers),
					body: Buffer.concat(chunks).toString('utf8'),
					path: request.url ?? '',
				});
				receiver.answer(response);
			});
		});
		return receiver;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	get bodies(): DeliveryBody[] {
		return this.received.map(({ body }) => JSON.parse(body) as DeliveryBody);
	}

	private answer(response: ServerResponse): void {
		const answer = this.answers.shift() ?? 200;
		if (answer === 'silence') return;
		if (answer === 'hang-up') response.destroy();
		else if (answer === 'redirect') response.writeHead(302, { location: `${this.url}/elsewhere` }).end();
		else response.writeHead(answer).end('{}');
	}
}

describe('Deliveries of the simulator', () => {
	let simulator: Simulator;
	let receiver: Receiver;

	beforeAll(async () => {
		receiver = await Receiver.start();
		simulator = await startSimulator({ retrySchedule: [1, 1], mapWebhookUrl: toReceiver });
	});
	beforeEach(() => {
		simulator.reset();
		receiver.received.length = 0;
		receiver.answers = [];
	});
	afterEach(async () => {
		await settled([...simulator.deliveries]);
	});
	afterAll(async () => {
		await simulator.stop();
		await receiver.stop();
	});

	const toReceiver = (url: string): string => url.replace(PUBLIC, receiver.url);

	/** Registers an endpoint; for all events and numbers of the first account unless said otherwise. */
	function register(values: Partial<Endpoint> = {}, userId: string = seed.ownerId): Endpoint {
		const { endpoints } = accountOf(simulator.state, userId);
		const endpoint = {
			id: `ep_${endpoints.size}`,
			url: `${PUBLIC}/hook`,
			filter_types: ['fax_received', 'fax_sent', 'fax_page_received'],
			channels: null,
			secret: newSecret(),
			...values,
		};
		endpoints.set(endpoint.id, endpoint);
		return endpoint;
	}

	const settled = async (deliveries: Array<{ settled: Promise<unknown> }>): Promise<void> => {
		await Promise.all(deliveries.map((delivery) => delivery.settled));
	};
	const single = (): Received => {
		const [received, ...others] = receiver.received;
		if (!received || others.length > 0) throw new Error(`${receiver.received.length} deliveries came`);
		return received;
	};

	it('are signed as standardwebhooks and svix expect it', async () => {
		const { secret } = register();
		await settled(simulator.faxReceived({ extra: { note: 'Grüße ✓' } }));

		const { headers, body } = single();
		expect(headers['content-type']).toBe('application/json');
		expect(headers['webhook-signature']).toMatch(/^v1,/);
		expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
		expect(new SvixWebhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
		expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow();
	});

	it('can be forged with the exported signing function', () => {
		const secret = newSecret();
		const timestamp = Math.floor(Date.now() / 1000);
		const headers = {
			'webhook-id': 'msg_1',
			'webhook-timestamp': String(timestamp),
			'webhook-signature': `v1,wrong ${sign(secret, 'msg_1', timestamp, '{"a":1}')}`,
		};
		expect(new Webhook(secret).verify('{"a":1}', headers)).toEqual({ a: 1 });
	});

	it.each([
		['fax_received', '+15550100999', seed.ownedNumber],
		['fax_sent', seed.ownedNumber, '+15550100999'],
		['fax_page_received', '+15550100999', seed.ownedNumber],
	] as const)('tell of %s', async (event, from, to) => {
		register();
		await settled(simulator.emit(event));

		const [body] = receiver.bodies;
		expect(body?.hook).toMatchObject({ event, target: '' });
		expect(body?.hook['event_time']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
		expect(body?.hook['id']).toBe(body?.data['id']);
		expect(body?.data).toMatchObject({ uid: seed.ownerId, from, to, status: 'success' });
		expect(accountOf(simulator.state, seed.ownerId).faxes.has(String(body?.data['id']))).toBe(true);
	});

	it('can be made to measure', async () => {
		register();
		const values = { faxId: 'fax_1', hookId: 'fax_0', status: 'failed_no_answer', extra: { odd: [1] } };
		await settled(simulator.faxSent({ ...values, webhookId: 'msg_mine', headerStyle: 'svix' }));

		const [body] = receiver.bodies;
		expect(body?.hook['id']).toBe('fax_0');
		expect(body?.data).toMatchObject({ id: 'fax_1', status: 'failed_no_answer', odd: [1] });
		expect(single().headers['svix-id']).toBe('msg_mine');
		expect(single().headers['webhook-id']).toBeUndefined();
	});

	it('can come from a sender whose clock is off', async () => {
		const { secret } = register();
		await settled(simulator.faxReceived({ clockOffset: -301 }));

		const { headers, body } = single();
		expect(() => new Webhook(secret).verify(body, headers)).toThrow('too old');
	});

	it('go to the endpoints that match in account, event and number', async () => {
		register({ url: `${PUBLIC}/all` });
		register({ url: `${PUBLIC}/sent`, filter_types: ['fax_sent'] });
		register({ url: `${PUBLIC}/remote`, channels: ['+41441234567', '+15550100999'] });
		register({ url: `${PUBLIC}/own`, channels: [seed.ownedNumber] });
		register({ url: `${PUBLIC}/elsewhere`, channels: ['+41441234567'] });
		register({ url: `${PUBLIC}/stranger` }, seed.otherOwnerId);

		const deliveries = simulator.faxReceived({ from: '+1 555 010 0999' });
		await settled(deliveries);

		expect(receiver.received.map(({ path }) => path).sort()).toEqual(['/all', '/own', '/remote']);
		expect(new Set(deliveries.map(({ webhookId }) => webhookId)).size).toBe(1);
		expect(simulator.faxReceived({ accountId: seed.otherAccountId })).toHaveLength(1);
	});

	it('need streaming to be enabled for pages', () => {
		register();
		accountOf(simulator.state, seed.ownerId).faxStreaming = false;
		expect(simulator.faxPageReceived()).toEqual([]);
		expect(simulator.faxReceived()).toHaveLength(1);
	});

	it('have a new id for each event, and the same for each attempt', async () => {
		const { secret } = register();
		receiver.answers = [500, 'hang-up'];
		const [first] = simulator.faxReceived();
		await first?.settled;
		const [second] = simulator.faxReceived();
		await second?.settled;

		const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
		expect(ids).toEqual([first?.webhookId, first?.webhookId, first?.webhookId, second?.webhookId]);
		expect(first?.webhookId).not.toBe(second?.webhookId);
		for (const { headers, body } of receiver.received) new Webhook(secret).verify(body, headers);
		expect(first?.state).toBe('delivered');
		expect(first?.attempts).toMatchObject([{ status: 500 }, { error: 'socket hang up' }, { status: 200 }]);
	});

	it('are given up when the schedule has come to its end', async () => {
		register();
		receiver.answers = [404, 'redirect', 204 + 99];
		const [delivery] = simulator.faxReceived();

		expect(await delivery?.settled).toMatchObject({ state: 'failed', endpointId: 'ep_0' });
		expect(delivery?.attempts.map(({ status }) => status)).toEqual([404, 302, 303]);
		expect(receiver.received.every(({ path }) => path === '/hook')).toBe(true);
	});

	it('are tried again when the receiver does not answer in time', async () => {
		register();
		receiver.answers = ['silence'];
		expect(simulator.deliverySettings.timeout).toBe(15_000);
		simulator.deliverySettings.timeout = 1000;
		const [delivery] = simulator.faxReceived();
		await delivery?.settled;
		simulator.deliverySettings.timeout = 15_000;

		expect(delivery?.attempts[0]?.error).toContain('timeout');
		expect(delivery?.state).toBe('delivered');
	});

	it('end when the endpoint is removed', async () => {
		const { id } = register();
		receiver.answers = [500, 500, 500];
		const [delivery] = simulator.faxReceived();
		accountOf(simulator.state, seed.ownerId).endpoints.delete(id);

		expect((await delivery?.settled)?.state).toBe('failed');
		expect(receiver.received.length).toBeLessThanOrEqual(1);
	});

	it('are replayed with their id, each to its endpoint', async () => {
		register({ url: `${PUBLIC}/a` });
		const { id, secret } = register({ url: `${PUBLIC}/b` });
		const [delivery] = simulator.faxReceived();
		await settled([...simulator.deliveries]);
		receiver.received.length = 0;
		const webhookId = delivery?.webhookId ?? '';

		expect(await simulator.replay(webhookId, id)).toMatchObject([{ status: 200 }]);
		expect(single()).toMatchObject({
			path: '/b',
			headers: { 'webhook-id': webhookId },
			body: delivery?.body,
		});
		new Webhook(secret).verify(single().body, single().headers);
		expect(await simulator.replay(webhookId)).toHaveLength(2);
		expect(await simulator.replay('msg_unknown')).toEqual([]);
	});

	it('are signed with the new secret after a rotation, replays too', async () => {
		const { id, secret } = register();
		const [before] = simulator.faxReceived();
		await before?.settled;
		const rotated = simulator.rotateSecret(id) ?? '';
		await settled(simulator.faxReceived());
		await simulator.replay(before?.webhookId ?? '');

		expect(rotated).not.toBe(secret);
		const verifies = (key: string) =>
			receiver.received.map(({ body, headers }) => {
				try {
					return Boolean(new Webhook(key).verify(body, headers));
				} catch {
					return false;
				}
			});
		expect(verifies(secret)).toEqual([true, false, false]);
		expect(verifies(rotated)).toEqual([false, true, true]);
		expect(simulator.rotateSecret('ep_unknown')).toBeUndefined();
	});

	it('of legacy hooks name their target and are not signed', async () => {
		const hook = { id: 'hook_1', target: `${PUBLIC}/legacy`, event: 'fax_received' };
		accountOf(simulator.state, seed.ownerId).hooks.set(hook.id, hook);
		await settled([...simulator.faxReceived(), ...simulator.faxSent()]);

		expect(receiver.bodies[0]?.hook['target']).toBe(hook.target);
		expect(Object.keys(single().headers).filter((name) => /^(webhook|svix)-/.test(name))).toEqual([]);
	});

	it('reach HTTPS receivers of an own certificate authority, also one that is set later', async () => {
		const front = await HttpsFront.start({ targets: [receiver.url] });
		register({ url: `${front.url}/secure` });
		const [refused] = simulator.faxReceived();
		await refused?.settled;
		simulator.deliverySettings.ca = front.certificate;
		const [accepted] = simulator.faxReceived();
		await accepted?.settled;
		await front.stop();

		expect(refused?.attempts[0]?.error).toContain('certificate');
		expect(accepted?.state).toBe('delivered');
	});

	it('find receivers whose public origin is elsewhere', async () => {
		register({ url: 'https://public.example:8443/hook?a=1' });
		simulator.deliverySettings.origins.set('https://public.example:8443', receiver.url);
		await settled(simulator.faxReceived());
		simulator.deliverySettings.origins.clear();

		expect(single().path).toBe('/hook?a=1');
		expect(simulator.deliveries[0]?.url).toBe('https://public.example:8443/hook?a=1');
	});

	it('are logged, with a bound', async () => {
		register();
		for (let i = 0; i < 300; i++) await settled(simulator.faxReceived());
		expect(simulator.deliveries).toHaveLength(300);
		expect(receiver.received).toHaveLength(300);

		const log = simulator.deliveries as Array<(typeof simulator.deliveries)[number]>;
		const [entry] = log;
		if (entry) while (log.length < 20_000) log.push(entry);
		const [last] = simulator.faxReceived();
		expect(log).toHaveLength(20_000);
		expect(log.at(-1)).toBe(last);
		await last?.settled;
	});

	it('under way end when the simulator stops', async () => {
		const other = await startSimulator({ retrySchedule: [600_000], mapWebhookUrl: toReceiver });
		accountOf(other.state, seed.ownerId).endpoints.set('ep_1', {
			id: 'ep_1',
			url: `${PUBLIC}/hook`,
			filter_types: ['fax_sent'],
			channels: null,
			secret: newSecret(),
		});
		receiver.answers = [500];
		const [delivery] = other.faxSent();
		while (delivery?.attempts[0]?.status === undefined) await new Promise(setImmediate);
		await other.stop();

		expect((await delivery.settled).state).toBe('failed');
	});
});

function flat(headers: IncomingHttpHeaders): Record<string, string> {
	return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

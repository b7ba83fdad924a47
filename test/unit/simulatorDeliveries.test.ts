import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { seed, startSimulator, type Simulator } from '../../simulator';
import type { Endpoint } from '../../simulator/state';
import { accountOf, newSecret } from '../../simulator/state';

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

	it('end when the endpoint is removed', async () => {
		const { id } = register();
		receiver.answers = [500, 500, 500];
		const [delivery] = simulator.faxReceived();
		accountOf(simulator.state, seed.ownerId).endpoints.delete(id);

		expect((await delivery?.settled)?.state).toBe('failed');
		expect(receiver.received.length).toBeLessThanOrEqual(1);
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
});

function flat(headers: IncomingHttpHeaders): Record<string, string> {
	return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

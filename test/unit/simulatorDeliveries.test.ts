import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { seed, type Delivery } from '../../tools/simulator';
import { newSecret, type Endpoint } from '../../tools/simulator/state';
import { faxingBench } from '../support/faxingBench';
import { startServer, stopServer } from './support/server';

const PUBLIC = 'https://n8n.example';
const HANG_UP = 0;

let receiver: Awaited<ReturnType<typeof startServer>>;
/** Deliveries that the server has received. */
let received: Array<{ headers: Record<string, string>; body: string; path: string }>;
/** Statuses of the next responses. If none is left, the server responds with 200. */
let answers: number[];

const bench = faxingBench({
	retrySchedule: [1, 1],
	mapWebhookUrl: (url) => url.replace(PUBLIC, receiver.url),
});

beforeAll(async () => {
	receiver = await startServer((request, response) => {
		void text(request).then((body) => {
			received.push({ headers: request.headers as Record<string, string>, body, path: request.url ?? '' });
			const status = answers.shift() ?? 200;
			if (status === HANG_UP) response.destroy();
			else response.writeHead(status, { location: `${PUBLIC}/elsewhere` }).end('{}');
		});
	});
});
beforeEach(() => {
	received = [];
	answers = [];
});
afterAll(async () => {
	await stopServer(receiver.server);
});

/** Adds an endpoint. By default, it gets all events for all numbers of the first account. */
function register(values: Partial<Endpoint> = {}, accountId: string = seed.accountId): Endpoint {
	const endpoints = bench().simulator.state.accounts.get(accountId)?.endpoints;
	const endpoint = {
		id: `ep_${endpoints?.size}`,
		url: `${PUBLIC}/hook`,
		filter_types: ['fax_received', 'fax_sent', 'fax_page_received'],
		channels: null,
		secret: newSecret(),
		...values,
	};
	endpoints?.set(endpoint.id, endpoint);
	return endpoint;
}

const settled = async (deliveries: Delivery[]) =>
	await Promise.all(deliveries.map(async (delivery) => await delivery.settled));
const arrived = async () => await settled(bench().simulator.faxReceived());

function verifies(secret: string): boolean[] {
	return received.map(({ body, headers }) => {
		try {
			return Boolean(new Webhook(secret).verify(body, headers));
		} catch {
			return false;
		}
	});
}

describe('Deliveries of the simulator', () => {
	it('are signed the way the Standard Webhooks library expects', async () => {
		const { secret } = register();
		await settled(bench().simulator.faxReceived({ extra: { note: 'Grüße ✓' } }));

		const [{ headers, body } = { headers: {}, body: '' }, ...others] = received;
		expect(others).toEqual([]);
		expect(headers).toMatchObject({ 'content-type': 'application/json' });
		expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
		expect(verifies(newSecret())).toEqual([false]);
	});

	it('go to the endpoints with the same account, event and number, with one ID', async () => {
		register({ url: `${PUBLIC}/all` });
		register({ url: `${PUBLIC}/sent`, filter_types: ['fax_sent'] });
		register({ url: `${PUBLIC}/remote`, channels: ['+41441234567', '+15550100999'] });
		register({ url: `${PUBLIC}/own`, channels: [seed.ownedNumber] });
		register({ url: `${PUBLIC}/elsewhere`, channels: ['+41441234567'] });
		register({ url: `${PUBLIC}/stranger` }, seed.otherAccountId);

		const deliveries = await settled(bench().simulator.faxReceived({ from: '+1 555 010 0999' }));

		expect(received.map(({ path }) => path).sort()).toEqual(['/all', '/own', '/remote']);
		expect(new Set(deliveries.map(({ webhookId }) => webhookId)).size).toBe(1);
		await settled(bench().simulator.faxReceived({ accountId: seed.otherAccountId }));
		expect(received.at(-1)?.path).toBe('/stranger');
	});

	it('have a new ID for each event, the same one for each attempt, and stop at the end of the schedule', async () => {
		const { secret } = register();
		answers = [500, HANG_UP, 200, 404, 302, 303];
		const [first] = await arrived();
		const [second] = await arrived();

		const ids = received.map(({ headers }) => headers['webhook-id']);
		expect(ids).toEqual([first, first, first, second, second, second].map((one) => one?.webhookId));
		expect(first?.webhookId).not.toBe(second?.webhookId);
		expect(verifies(secret)).not.toContain(false);
		expect(first?.state).toBe('delivered');
		expect(first?.attempts).toMatchObject([{ status: 500 }, { error: 'socket hang up' }, { status: 200 }]);
		expect(second).toMatchObject({ state: 'failed', endpointId: 'ep_0' });
		// The simulator follows no redirects.
		expect(second?.attempts.map(({ status }) => status)).toEqual([404, 302, 303]);
	});

	it('end when the endpoint is deleted', async () => {
		const { id } = register();
		answers = [500, 500, 500];
		const deliveries = bench().simulator.faxReceived();
		bench().account().endpoints.delete(id);

		expect(await settled(deliveries)).toMatchObject([{ state: 'failed' }]);
		expect(received.length).toBeLessThanOrEqual(1);
	});

	it('are signed with the new secret after a rotation, including replays', async () => {
		const { id, secret } = register();
		const [before] = await arrived();
		const rotated = bench().simulator.rotateSecret(id) ?? '';
		await arrived();
		await bench().simulator.replay(before?.webhookId ?? '');

		expect(verifies(secret)).toEqual([true, false, false]);
		expect(verifies(rotated)).toEqual([false, true, true]);
	});
});

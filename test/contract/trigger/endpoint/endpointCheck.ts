import { randomUUID } from 'node:crypto';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { seed } from '../../../../tools/simulator';
import { useHeldDeadlines } from '../../../support/deadlines';
import { expectSuccess, jsonOf } from '../../support/execution';
import type { RawAnswer, RawServer } from '../../support/rawServer';
import { answering, startRawServer } from '../../support/rawServer';
import { until, useTriggerBench } from '../support/bench';
import type { Trigger, TriggerSettings } from '../support/trigger';

const bench = useTriggerBench();
const letTimePass = useHeldDeadlines();

const parameters = { resource: 'webhookEndpoint', operation: 'check' };
const UUID = '5f0c1d9e-8f5b-4a3e-9a57-0d6f8c1b2a3d';

/** Runs the check successfully and returns its items. */
async function check(options: INodeParameters = {}): Promise<IDataObject[]> {
	const { items } = expectSuccess(await bench().bench.run({ ...parameters, options }));
	return jsonOf(items);
}

/** Returns the check's finding about a URL, for an account that has only this endpoint. */
async function findingAt(url: string): Promise<IDataObject> {
	bench().addEndpoint({ id: 'ep_1', url });
	const [found, ...others] = await check();
	expect(others).toEqual([]);
	return found ?? {};
}

const withFinding = (finding: RegExp) => ({ finding: expect.stringMatching(finding) as unknown });

/** Returns an active trigger that listens at its URL. By default, its webhook id is one that n8n generates. */
async function active(settings: Partial<TriggerSettings> = {}): Promise<{ trigger: Trigger; id: string }> {
	const trigger = await bench().activeTrigger({ webhookId: randomUUID(), ...settings });
	bench().server.register(trigger.url, trigger);
	return { trigger, id: bench().endpointsOf(trigger)[0]?.id ?? '' };
}

/** Starts an HTTPS server that isn't n8n. Its `origin` has no path. */
async function strange(answer: RawAnswer): Promise<RawServer & { origin: string }> {
	const { key, certificate } = bench().server;
	const server = await startRawServer(answer, { key, certificate });
	return { ...server, origin: new URL(server.baseUrl).origin };
}

function pathOf({ url }: { url: string }): string {
	return new URL(url).pathname;
}

describe('An endpoint at the address of', () => {
	it('the trigger that uses it belongs to that trigger', async () => {
		const { trigger, id } = await active();
		expect(await check()).toEqual([
			{
				id,
				url: trigger.url,
				filter_types: ['fax_received'],
				channels: null,
				answers: true,
				status: 401,
				receiver: 'trigger',
				sharesAddressWith: [],
				...withFinding(
					/^A Fax.Plus Trigger listens here, and this is its endpoint\. .*n8n's log.*inside yours/,
				),
			},
		]);
		expect(bench().server.requests).toEqual([`GET ${pathOf(trigger)}`, `POST ${pathOf(trigger)}`]);
	});

	it("a trigger with an ID that isn't n8n's gets no POST, because it may be somebody else's", async () => {
		const { trigger } = await active({ webhookId: 'by-hand' });
		expect(await check()).toMatchObject([{ receiver: 'unknown', status: 404 }]);
		expect(bench().server.requests).toEqual([`GET ${pathOf(trigger)}`]);
	});

	it('a trigger with an endpoint at another address by now names that one', async () => {
		const { trigger, id } = await active();
		const old = bench().addEndpoint({ id: 'ep_old', url: trigger.url });
		const [own] = bench()
			.endpointsOf(trigger)
			.filter((endpoint) => endpoint.id === id);
		Object.assign(own ?? {}, { url: 'https://elsewhere.example/webhook' });
		expect((await check()).find((item) => item['id'] === old.id)).toMatchObject({
			receiver: 'otherTrigger',
			...withFinding(new RegExp(`its endpoint is ${id}, with the address https://elsewhere`)),
		});
	});

	it('a trigger with another endpoint of the account names that, with one request to the address', async () => {
		const { trigger, id } = await active();
		bench().addEndpoint({ id: 'ep_twin', url: trigger.url.replace('localhost', 'LOCALHOST') });
		bench().addEndpoint({ id: 'ep_elsewhere', url: `${bench().server.origin}/webhook/${UUID}/webhook` });
		const [own, twin, elsewhere] = await check();
		expect(own).toMatchObject({ id, receiver: 'trigger', sharesAddressWith: ['ep_twin'] });
		expect(own?.['finding']).toMatch(
			/The endpoints ep_twin have the same address\. Keep the one whose signing secret/,
		);
		expect(twin).toMatchObject({ id: 'ep_twin', receiver: 'otherTrigger', sharesAddressWith: [id] });
		expect(twin?.['finding']).toMatch(new RegExp(`^A Fax.Plus Trigger .* but its endpoint is ${id}\\. `));
		expect(elsewhere).toMatchObject({ receiver: 'nobody', sharesAddressWith: [] });
		const posts = bench().server.requests.filter((request) => request === `POST ${pathOf(trigger)}`);
		expect(posts).toHaveLength(1);
	});

	it("a trigger with another account's endpoint shows that", async () => {
		const { trigger } = await active({ credentials: await bench().bench.accessToken(seed.otherToken) });
		expect(await findingAt(trigger.url)).toMatchObject({
			receiver: 'otherTrigger',
			sharesAddressWith: [],
			...withFinding(/its endpoint isn't in this account\. .* select this account's credential/),
		});
	});

	it('a trigger with no endpoint in memory belongs to a trigger, and says what to do', async () => {
		const trigger = await bench().trigger({ webhookId: randomUUID() });
		bench().server.register(trigger.url, trigger);
		expect(await findingAt(trigger.url)).toMatchObject({
			receiver: 'trigger',
			...withFinding(/doesn't know its endpoint\. Change a field of the trigger, publish/),
		});
	});

	it('a trigger that listens for a test event shows that', async () => {
		await active({ isTest: true });
		expect(await check()).toMatchObject([
			{ receiver: 'trigger', ...withFinding(/listens here for a test event/) },
		]);
	});
});

it.each([
	[
		'webhook',
		/^n8n responds, but nothing listens at this address\. Publish the workflow .* delete the endpoint/,
	],
	['webhook-test', /^n8n responds, but nothing listens at this test URL\. That's normal/],
])("An endpoint at an address that n8n doesn't know, below /%s", async (prefix, finding) => {
	expect(await findingAt(`${bench().server.origin}/${prefix}/${UUID}/webhook`)).toMatchObject({
		answers: true,
		status: 404,
		receiver: 'nobody',
		...withFinding(finding),
	});
});

describe('A possible receiver of somebody else', () => {
	it.each(['/faxes', `/webhook/${UUID}`])('gets a GET and no POST: %s', async (path) => {
		const { origin, requests } = await strange({ body: 'Welcome' });
		expect(await findingAt(origin + path)).toMatchObject({
			answers: true,
			status: 200,
			receiver: 'unknown',
			...withFinding(/this check sent no event there/),
		});
		expect(requests).toEqual([`GET ${path}`]);
	});

	it("gets no POST either if n8n answers, but the address isn't a trigger's", async () => {
		const url = `${bench().server.origin}/webhook/${UUID}`;
		let starts = 0;
		bench().server.register(url, {
			webhook: () => {
				starts += 1;
				return { workflowData: [[{ json: {} }]] };
			},
		});
		expect(await findingAt(url)).toMatchObject({ answers: true, status: 404, receiver: 'unknown' });
		expect(starts).toBe(0);
		expect(bench().server.requests).toEqual([`GET ${new URL(url).pathname}`]);
	});
});

describe("At an address like a trigger's, an answer that isn't a trigger's", () => {
	it.each([
		[200, /^Something other than a Fax.Plus Trigger responds with success \(status 200\)/],
		[
			401,
			/^Something in front of n8n asks for a login \(status 401\).* rejects events that Fax\.Plus didn't send\.$/,
		],
		[
			403,
			/^Something in front of n8n asks for a login \(status 403\).* rejects events that Fax\.Plus didn't send\.$/,
		],
		...[400, 404].map((status): [number, RegExp] => [
			status,
			new RegExp(`^A server responds \\(status ${status}\\), but it isn't n8n`),
		]),
		[502, /^A server responds with an error \(status 502\)/],
	])('is reported by its status %i', async (status, finding) => {
		const { origin } = await strange({ status, body: '{"code":0,"message":"no"}' });
		expect(await findingAt(`${origin}/webhook/${UUID}/webhook`)).toMatchObject({
			answers: true,
			status,
			receiver: 'unknown',
			...withFinding(finding),
		});
	});

	it.each([`/webhook/${UUID}/webhook`, '/faxes'])("isn't followed elsewhere: %s", async (path) => {
		const { origin, requests } = await strange({ status: 307, headers: { location: '/login' }, body: '' });
		expect(await findingAt(origin + path)).toMatchObject({
			answers: true,
			status: 307,
			...withFinding(/^The address redirects to another one/),
		});
		expect(requests).toHaveLength(1);
	});

	it.each([`/webhook/${UUID}/webhook`, '/faxes'])(
		"isn't read without an end, and no waiting is needed: %s",
		async (path) => {
			let closed = false;
			const { origin } = await strange((_request, response) => {
				const fill = (): void => {
					while (!closed && response.write(Buffer.alloc(16_384, ' '))) continue;
				};
				response.on('drain', fill).on('close', () => (closed = true));
				response.writeHead(404, { 'content-type': 'application/json' });
				fill();
			});
			const unknown = { answers: true, status: 404, receiver: 'unknown' };
			expect(await findingAt(origin + path)).toMatchObject(unknown);
			await until(() => closed);
		},
	);
});

it("isn't treated as n8n's if it's a proxy's JSON with 404, because an endpoint in use would be deleted", async () => {
	const { origin } = await strange((_request, response) => {
		response.writeHead(404, { 'content-type': 'application/json' });
		response.end('{"code":404,"message":"Not Found"}');
	});
	const unknown = { answers: true, status: 404, receiver: 'unknown' };
	expect(await findingAt(`${origin}/webhook/${UUID}/webhook`)).toMatchObject(unknown);
});

describe('An address without an answer', () => {
	it('is reported with the reason if the connection is refused', async () => {
		const server = await strange(() => undefined);
		await server.stop();
		expect(await findingAt(`${server.origin}/webhook/${UUID}/webhook`)).toMatchObject({
			answers: false,
			status: null,
			receiver: 'unknown',
			...withFinding(
				/^n8n gets no response from the address \(connection refused\)\. .*WEBHOOK_URL.*inside your network/,
			),
		});
	});

	it('blocks the others for at most ten seconds, because all are checked at the same time', async () => {
		bench().addEndpoint({ id: 'ep_odd', url: 'https://no host' });
		const { origin, requests } = await strange(() => undefined);
		const silent = [`/webhook/${UUID}/webhook`, '/faxes'];
		for (const [at, path] of silent.entries()) bench().addEndpoint({ id: `ep_${at}`, url: origin + path });
		const checking = check();
		await until(() => requests.length === silent.length);
		letTimePass(10_000);
		expect(await checking).toMatchObject([
			{ id: 'ep_odd', ...withFinding(/^This isn't a complete address/) },
			{ id: 'ep_0', answers: false, status: null, ...withFinding(/\(no response within 10 seconds\)/) },
			{ id: 'ep_1', answers: false, status: null },
		]);
	});

	it("is reported by its status if the body doesn't arrive", async () => {
		const { origin, requests } = await strange((_request, response) => {
			response.writeHead(200).flushHeaders();
		});
		const checking = findingAt(`${origin}/faxes`);
		await until(() => requests.length === 1);
		const passing = setInterval(() => {
			letTimePass(10_000);
		}, 20);
		expect(await checking).toMatchObject({ answers: true, status: 200 });
		clearInterval(passing);
	});

	it("isn't waited for once a person stops the execution", async () => {
		const { origin, requests } = await strange(() => undefined);
		bench().addEndpoint({ id: 'ep_1', url: `${origin}/faxes` });
		const cancel = until(() => requests.length === 1);
		const { status } = await bench().bench.run(parameters, { cancel });
		expect(status).toBe('canceled');
	});
});

describe('The account', () => {
	it('without endpoints returns no item', async () => {
		expect(await check()).toEqual([]);
	});

	it('with invalid addresses still returns an item for each of them', async () => {
		const listed = [
			{ id: 'ep_a', url: 'ftp://example.com/x/webhook' },
			{ id: 'ep_b', url: 'not an address' },
			{ id: 'ep_c', url: 'https://' },
			{ id: 'ep_d' },
		];
		const service = await answering(JSON.stringify(listed));
		const { items } = expectSuccess(await bench().bench.run(parameters, { at: service }));
		expect(jsonOf(items)).toEqual(
			listed.map((endpoint) => ({
				...endpoint,
				answers: false,
				status: null,
				receiver: 'unknown',
				sharesAddressWith: [],
				...withFinding(/^This isn't a complete address that begins with https/),
			})),
		);
	});
});

describe('An address that needs an endpoint', () => {
	it('and has none is reported, because nothing else shows that an endpoint was deleted in Fax.Plus', async () => {
		const { trigger, id } = await active();
		const other = await active();
		bench().simulator.state.accounts.get(seed.accountId)?.endpoints.delete(id);
		const expectedUrls = `${trigger.url}, ${other.trigger.url}`;

		expect(await check({ expectedUrls })).toEqual([
			expect.objectContaining({ id: other.id, receiver: 'trigger' }),
			{
				id: null,
				url: trigger.url,
				filter_types: [],
				channels: null,
				answers: true,
				status: 401,
				receiver: 'otherTrigger',
				sharesAddressWith: [],
				...withFinding(/^No endpoint of this account has this address/),
			},
		]);
	});

	it('is reported even if nothing listens there', async () => {
		const expectedUrls = `${bench().server.origin}/webhook/${UUID}/webhook`;
		expect(await check({ expectedUrls })).toEqual([
			expect.objectContaining({ id: null, status: 404, receiver: 'nobody' }),
		]);
	});
});

import { startRawServer } from '../support/rawServer';
import { logOf, until, useTriggerBench } from './support/bench';
import type * as pauses from './support/pauses';
import { endPauses, longPauses } from './support/pauses';
import type { Trigger } from './support/trigger';

jest.mock('n8n-workflow', () => jest.requireActual<typeof pauses>('./support/pauses').withHeldPauses());

const bench = useTriggerBench();

/** A trigger that was published with other events while the service did not answer. */
async function changedDuringOutage(): Promise<{ trigger: Trigger; endpointId: string; log: string[] }> {
	const known = await bench().trigger({ parameters: { events: ['fax_received'] } });
	await known.activate();
	const trigger = known.edited({ parameters: { events: ['fax_sent'] } });
	bench().simulator.fail({ times: 1000, with: 503 });
	expect(await trigger.checkExists()).toBe(true);
	return { trigger, endpointId: bench().endpointsOf(trigger)[0]?.id ?? '', log: logOf(trigger) };
}

/** Lets the service answer again, and waits until the trigger has looked after its endpoint. */
async function lookedAfter(log: string[]): Promise<void> {
	bench().simulator.recover();
	endPauses();
	await until(() => log.some((line) => line.startsWith('info')));
}

const eventsOf = (trigger: Trigger) =>
	bench()
		.endpointsOf(trigger)
		.map(({ filter_types }) => filter_types);

describe('A publish while the service does not answer', () => {
	it('keeps the endpoint of a node that was renamed, too', async () => {
		const known = await bench().trigger();
		await known.activate();
		const remembered = known.staticData;
		await known.delete();
		// n8n keeps what a node remembers under the node's name.
		const renamed = known.edited({ staticData: {} });
		const log = logOf(renamed);
		bench().simulator.fail({ times: 1000, with: 503 });

		expect(await renamed.checkExists()).toBe(true);
		expect(renamed.staticData).toEqual(remembered);
		await lookedAfter(log);
	});

	it.each([
		{ what: 'is remembered', hasMemory: true, requests: 1 },
		{ what: 'is not remembered', hasMemory: false, requests: 4 },
	])('and asks for patience: $requests in vain if an endpoint $what', async ({ hasMemory, requests }) => {
		const known = await bench().trigger();
		await known.activate();
		const trigger = hasMemory ? known : await bench().trigger();
		const log = logOf(trigger);
		bench().simulator.clearRequests();
		bench().simulator.fail({ times: 1000, with: 429, retryAfter: '30' });
		await trigger.checkExists().catch(() => undefined);

		expect(bench().simulator.requests).toHaveLength(requests);
		if (hasMemory) await lookedAfter(log);
	});
});

describe('A publish while the database of n8n does not answer', () => {
	it('keeps the endpoint, and changes it later', async () => {
		const known = await bench().trigger({ parameters: { events: ['fax_received'] } });
		await known.activate();
		const [before] = bench().endpointsOf(known);
		const trigger = known.edited({ parameters: { events: ['fax_sent'] } });
		const log = logOf(trigger);
		const { credentials } = bench().bench.engine;
		const original = credentials.getDecrypted.bind(credentials);
		// The account has been read when the connection breaks.
		const reading = jest.spyOn(credentials, 'getDecrypted');
		reading.mockRejectedValue(new Error('timeout exceeded when trying to connect'));
		reading.mockImplementationOnce(original);

		expect(await trigger.checkExists()).toBe(true);
		expect(log).toEqual([expect.stringContaining('(timeout exceeded when trying to connect)')]);

		reading.mockRestore();
		await lookedAfter(log);
		expect(bench().endpointsOf(trigger)).toEqual([{ ...before, filter_types: ['fax_sent'] }]);
	});
});

describe('After a publish while the service did not answer', () => {
	it('the endpoint is changed once it answers, and asked for in growing pauses until then', async () => {
		const { trigger, endpointId, log } = await changedDuringOutage();
		for (const attempt of [1, 2, 3, 4, 5, 6]) {
			endPauses();
			await until(() => longPauses.length === attempt + 1);
		}
		expect(longPauses.map((milliseconds) => milliseconds / 60_000)).toEqual([2, 4, 8, 16, 32, 60, 60]);
		expect(eventsOf(trigger)).toEqual([['fax_received']]);

		bench().simulator.recover();
		endPauses();
		await until(() => log.some((line) => line.startsWith('info')));

		expect(eventsOf(trigger)).toEqual([['fax_sent']]);
		expect(
			bench()
				.endpointsOf(trigger)
				.map(({ id }) => id),
		).toEqual([endpointId]);
		expect(log.at(-1)).toContain(`the service answers again, endpoint ${endpointId} is as it should be`);
		expect(log.at(-1)).not.toContain('secret');
	});

	it('an endpoint that is gone is created, and the log says that it has another secret', async () => {
		const { trigger, endpointId, log } = await changedDuringOutage();
		bench().server.register(trigger.url, trigger);
		bench().simulator.recover();
		for (const account of bench().simulator.state.accounts.values()) account.endpoints.delete(endpointId);
		endPauses();
		await until(() => log.some((line) => line.startsWith('info')));

		expect(eventsOf(trigger)).toEqual([['fax_sent']]);
		expect(log.at(-1)).toContain('Copy its signing secret into the credential');
	});

	it('an endpoint that is gone stays so when another main process has deactivated the trigger', async () => {
		const { trigger, endpointId, log } = await changedDuringOutage();
		bench().simulator.recover();
		for (const account of bench().simulator.state.accounts.values()) account.endpoints.delete(endpointId);
		endPauses();
		await until(() => log.length > 0);

		expect(log).toEqual([
			expect.stringMatching(/^info: .* is gone, and n8n takes no deliveries for it any more$/),
		]);
		expect(bench().endpointsOf(trigger)).toEqual([]);
	});

	it('a deactivation removes the endpoint that was created since, too', async () => {
		const { trigger, endpointId, log } = await changedDuringOutage();
		bench().server.register(trigger.url, trigger);
		bench().simulator.recover();
		for (const account of bench().simulator.state.accounts.values()) account.endpoints.delete(endpointId);
		endPauses();
		await until(
			() => bench().endpointsOf(trigger).length === 1 && log.some((line) => line.startsWith('info')),
		);
		bench().server.unregisterAll();
		// n8n has not kept what the workflow was told after its hook had ended.
		const restored = trigger.edited({ staticData: { endpointId, url: trigger.url } });
		await restored.delete();
		endPauses();
		await bench().untilGone(trigger);
	});

	it.each([
		{ what: 'published again', meanwhile: async (trigger: Trigger) => await trigger.checkExists() },
		{ what: 'deactivated', meanwhile: async (trigger: Trigger) => await trigger.delete() },
	])('nothing is changed by it when the trigger was $what meanwhile', async ({ meanwhile }) => {
		const { trigger, endpointId } = await changedDuringOutage();
		await meanwhile(
			trigger.edited({ parameters: { events: ['fax_page_received'], options: { keepEndpoint: true } } }),
		);
		bench().simulator.recover();
		bench().simulator.clearRequests();
		endPauses();
		const other = await changedDuringOutage();
		bench().simulator.recover();
		endPauses();
		await until(() => other.log.length > 0);

		expect(eventsOf(trigger)).not.toContainEqual(['fax_sent']);
		const changes = bench()
			.writes()
			.filter(({ path }) => path.endsWith(endpointId))
			.map(({ body }) => (body as { filter_types?: string[] } | undefined)?.filter_types);
		expect(changes).not.toContainEqual(['fax_sent']);
	});

	it('it is given up after a day, and the log says what to do', async () => {
		const { trigger, log } = await changedDuringOutage();
		for (let attempt = 1; attempt <= 28; attempt++) {
			await until(() => longPauses.length === attempt);
			endPauses();
		}
		await until(() => log.some((line) => line.startsWith('error')));
		const hours = longPauses.reduce((sum, milliseconds) => sum + milliseconds, 0) / 3_600_000;
		expect(Math.round(hours)).toBe(24);
		expect(log.at(-1)).toMatch(/^error: .* change a field of the trigger and publish the workflow\.$/);
		expect(eventsOf(trigger)).toEqual([['fax_received']]);
	});

	it('a refusal ends it, and the log says so', async () => {
		const { trigger, log } = await changedDuringOutage();
		bench().simulator.recover();
		bench().simulator.fail({ times: 10, with: 403, error: 'forbidden', description: 'Not for you' });
		endPauses();
		await until(() => log.length > 0);
		expect(log).toEqual([
			expect.stringMatching(
				/^error: .*: endpoint ep_\w+ still cannot be looked after .Not for you .forbidden, HTTP 403.*, and is left as it is\. Once the cause is mended, change a field .* publish/,
			),
		]);
		expect(longPauses).toEqual([120_000]);
		expect(eventsOf(trigger)).toEqual([['fax_received']]);
	});
});

describe('While the authorization server', () => {
	it.each([500, 503, 429])(
		'answers %i instead of renewing the token, a publish keeps the trigger',
		async (status) => {
			const server = await startRawServer((_request, response) => response.writeHead(status).end('{}'));
			const { bench: account, simulator } = bench();
			const { origin } = new URL(server.baseUrl);
			const credentials = await account.oAuth2(simulator.baseUrl, origin);
			const trigger = await bench().trigger({ credentials, parameters: { authentication: 'oAuth2' } });
			await trigger.activate();
			const endpointId = bench().endpointsOf(trigger)[0]?.id ?? '';
			const log = logOf(trigger);
			simulator.expireAccessTokens();

			expect(await trigger.checkExists()).toBe(true);
			await server.stop();

			expect(server.requests).toContain('POST /token');
			const words = `cannot be asked about endpoint ${endpointId} now (The authorization server could not renew the token (HTTP ${status}))`;
			expect(log.filter((line) => line.startsWith('warn'))).toEqual([expect.stringContaining(words)]);
			expect(bench().endpointsOf(trigger)).toHaveLength(1);
		},
	);
});

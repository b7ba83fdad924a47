import { ServiceFault } from '../../nodes/shared/http/faults';
import type { WebhookEndpoint } from '../../nodes/shared/records';
import type { WriteRequest } from '../../nodes/shared/http/requests';
import type { EndpointRequests } from '../../nodes/shared/endpoints/webhookEndpoints';
import { createEndpoint, hasSettings, isSameUrl } from '../../nodes/shared/endpoints/webhookEndpoints';
import type * as naps from '../contract/support/naps';
import { pauses } from '../contract/support/naps';
import { auditContext } from './support/context';

jest.mock('n8n-workflow', () => jest.requireActual<typeof naps>('../contract/support/naps').withShortNaps());

const endpoint = { id: 'ep_1', url: 'https://example.com', filter_types: ['fax_sent', 'fax_received'] };
const events = ['fax_received', 'fax_sent'];

describe('hasSettings', () => {
	const first = '+15550100000';
	const both = ['+1 555 010-0000', '+41225550100'];

	test.each<[string, string[] | null | undefined, string[], string[] | null, boolean]>([
		['events as sets', null, events, null, true],
		['fewer events', null, ['fax_sent'], null, false],
		['more events', null, [...events, 'fax_page_received'], null, false],
		['no numbers', undefined, events, null, true],
		['an empty list of numbers', [], events, null, true],
		['no numbers for an empty list', null, events, [], true],
		['numbers with the plus sign, as sets', both, events, ['+41 22 555 01 00', first], true],
		['a number listed twice', [first, first], events, [first], true],
		['fewer numbers', both, events, [first], false],
		['no numbers for some', both, events, null, false],
		['another number than one that only Fax.Plus accepts', ['+1 555 FAX'], events, [first], false],
		['a number that only Fax.Plus accepts', ['+1 555 FAX'], events, ['+1 555 FAX'], true],
	])('compares %s', (_what, held, filter_types, channels, isSame) => {
		expect(hasSettings({ ...endpoint, channels: held } as WebhookEndpoint, { filter_types, channels })).toBe(
			isSame,
		);
	});
});

describe('isSameUrl', () => {
	test.each([
		['https://example.com/faxes', 'https://example.com/faxes', true],
		['https://example.com', 'https://EXAMPLE.com/', true],
		['https://example.com:443/faxes', 'https://example.com/faxes', true],
		['https://example.com/a b', 'https://example.com/a%20b', true],
		['https://example.com/Faxes', 'https://example.com/faxes', false],
		['https://example.com/faxes', 'https://example.com/faxes/', false],
		['https://example.com:8443/faxes', 'https://example.com/faxes', false],
		['no address', 'no address', true],
		['no address', 'https://example.com/', false],
		['https://example.com/', '', false],
	])('%s and %s: %s', (a, b, same) => {
		expect(isSameUrl(a, b)).toBe(same);
		expect(isSameUrl(b, a)).toBe(same);
	});
});

describe('createEndpoint', () => {
	const settings = { url: 'https://Example.com', filter_types: ['fax_sent'], channels: null };
	const held = (id: string, url = 'https://example.com/'): WebhookEndpoint => ({ ...settings, id, url });

	/** Returns a simulated Fax.Plus that returns one of these lists for each request. */
	function serviceThatLists(...lists: WebhookEndpoint[][]): {
		requests: EndpointRequests;
		writes: unknown[];
	} {
		const writes: unknown[] = [];
		const read = <T>(): Promise<T> => Promise.resolve({ records: lists.shift() } as T);
		const write = (request: unknown): Promise<void> => {
			writes.push(request);
			return Promise.resolve();
		};
		return { requests: { read, write, context: auditContext() }, writes };
	}

	beforeEach(() => {
		pauses.length = 0;
	});

	test('finds the new endpoint even if Fax.Plus writes its URL differently', async () => {
		const old = held('ep_old');
		const { requests } = serviceThatLists(
			[old],
			[old, held('ep_other', 'https://example.com/x'), held('ep_new')],
		);
		expect(await createEndpoint(requests, settings)).toEqual(held('ep_new'));
		expect(pauses).toEqual([]);
	});

	test.each([
		["once more when the list doesn't show it yet", 1, [1000]],
		['for 16 seconds, because the list may lag', 4, [1000, 2000, 4000, 9000]],
	])('checks %s, and creates nothing again', async (_what, times, paused) => {
		const late = Array.from({ length: times }, () => []);
		const { requests, writes } = serviceThatLists([], ...late, [held('ep_new')]);
		expect(await createEndpoint(requests, settings)).toEqual(held('ep_new'));
		expect(writes).toHaveLength(1);
		expect(pauses).toEqual(paused);
	});

	test("doesn't confuse an existing endpoint with the new one", async () => {
		const old = held('ep_old');
		const { requests, writes } = serviceThatLists(...Array.from({ length: 6 }, () => [old]));
		const fault = await createEndpoint(requests, settings).catch((error: unknown) => error as ServiceFault);
		expect(fault).toMatchObject({
			message: "Fax.Plus created the endpoint, but doesn't list it",
			outcome: 'carriedOut',
			isTransient: false,
		});
		expect(writes).toHaveLength(1);
		expect(pauses).toEqual([1000, 2000, 4000, 9000]);
	});

	test.each([
		['before the creation', 0, 'notSent', /^No answer/],
		['after it', 1, 'carriedOut', /^Fax\.Plus created the endpoint, but .*No answer/],
	] as const)(
		'a list that fails %s reports whether the endpoint exists',
		async (_when, nth, outcome, message) => {
			const { requests } = serviceThatLists([], []);
			let reads = 0;
			const read = async <T>(): Promise<T> => {
				if (reads++ === nth) throw new ServiceFault('No answer', 'unknown');
				return await requests.read<T>({ path: '' });
			};
			const fault = await createEndpoint({ ...requests, read }, settings).catch((error: unknown) => error);
			expect(fault).toMatchObject({ outcome, message: expect.stringMatching(message) as unknown });
		},
	);

	describe('as the only endpoint of a URL', () => {
		/** Returns a client of the simulated Fax.Plus that loses the response when an endpoint is created. */
		function losing(service: { requests: EndpointRequests; writes: unknown[] }): EndpointRequests {
			const write = async (request: WriteRequest): Promise<never> => {
				await service.requests.write(request);
				throw new ServiceFault('The connection broke', 'unknown');
			};
			return { ...service.requests, write };
		}

		test("doesn't use one that a lagging list still shows", async () => {
			const { requests } = serviceThatLists([held('ep_gone')], [held('ep_gone'), held('ep_new')]);
			expect(await createEndpoint(requests, settings, new Set(['ep_gone']))).toEqual(held('ep_new'));
		});

		test('finds it although the answer was lost', async () => {
			const service = serviceThatLists([], [held('ep_new')]);
			expect(await createEndpoint(losing(service), settings, new Set())).toEqual(held('ep_new'));
			expect(service.writes).toHaveLength(1);
		});

		test("fails with the lost answer if it doesn't appear, or the list can't be read", async () => {
			for (const lists of [Array.from({ length: 5 }, () => []), []]) {
				const creation = createEndpoint(losing(serviceThatLists(...lists)), settings, new Set());
				await expect(creation).rejects.toMatchObject({ outcome: 'unknown', message: 'The connection broke' });
			}
		});
	});

	test('as one of several fails at once if the answer is lost, because nothing shows which one is new', async () => {
		const { requests } = serviceThatLists([], [held('ep_new')]);
		const write = (): Promise<never> => Promise.reject(new ServiceFault('The connection broke', 'unknown'));
		const creation = createEndpoint({ ...requests, write }, settings);
		await expect(creation).rejects.toMatchObject({ outcome: 'unknown' });
		expect(pauses).toEqual([]);
	});
});

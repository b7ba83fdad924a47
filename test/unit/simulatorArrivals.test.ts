import { type Delivery } from '../../simulator';
import { serviceTime } from '../../simulator/faxing/times';
import { faxingBench, type Json } from '../support/faxingBench';

const bench = faxingBench({ retrySchedule: [] });
const MINUTE = 60_000;
const headers = { accept: 'application/json, application/pdf' };

const statusOf = async (path: string): Promise<number> =>
	(await bench().owner.get(`/accounts/self/${path}`, { headers })).status;
const record = async (id: string): Promise<Json> =>
	(await bench().owner.get<Json>(`/accounts/self/faxes/${id}`)).data;
const ids = async (query: object = {}): Promise<string[]> => (await bench().list(query)).map(({ id }) => id);

/** Lets nobody take deliveries; what they say counts. */
function subscribe(): void {
	const filter_types = ['fax_received', 'fax_sent', 'fax_page_received'];
	const endpoint = {
		id: 'ep_1',
		url: 'http://127.0.0.1:9/',
		filter_types,
		channels: null,
		secret: 'whsec_AA==',
	};
	bench().account().endpoints.set(endpoint.id, endpoint);
}

function bodyOf([delivery]: Delivery[]) {
	return JSON.parse(delivery?.body ?? '') as Record<'hook' | 'data', Record<string, unknown>>;
}

/** The ways in which the record of a fax comes to be; each gives its id. */
const ways: Array<[string, () => Promise<string>]> = [
	['was added', () => Promise.resolve(bench().simulator.addFax())],
	[
		'an event has told',
		() => {
			bench().simulator.faxReceived({ faxId: 'told' });
			return Promise.resolve('told');
		},
	],
	[
		'was sent',
		async () => {
			const { data } = await bench().send();
			await bench().simulator.faxesSent();
			return Object.values(data.ids ?? {})[0] ?? '';
		},
	],
];

describe.each(ways)('A fax that %s', (_way, arrive) => {
	it('is listed when it can be read, or only after a while', async () => {
		const known = await arrive();
		expect(await ids()).toContain(known);
		bench().simulator.reset();

		bench().simulator.settings.listLag = MINUTE;
		const before = Date.now();
		const id = await arrive();
		expect([await statusOf(`faxes/${id}`), await statusOf(`files/${id}`)]).toEqual([200, 200]);
		expect(await ids()).not.toContain(id);
		const fax = bench().account().faxes.get(id);
		expect(fax?.listedFrom).toBeGreaterThanOrEqual(before + MINUTE);
		Object.assign(fax ?? {}, { listedFrom: Date.now() });
		expect(await ids()).toContain(id);
	});

	it('is not listed before it can be read', async () => {
		bench().simulator.settings.recordDelay = MINUTE;
		const id = await arrive();
		expect(await statusOf(`faxes/${id}`)).toBe(400);
		expect(await ids()).not.toContain(id);
	});
});

describe('A fax in progress', () => {
	const begin = (values: object = {}) =>
		bench().simulator.beginFax({ startTime: serviceTime(Date.now() - MINUTE), ...values });

	it('has a record with a status of its own, but no document, and is not listed until it has ended', async () => {
		subscribe();
		const { simulator } = bench();
		const id = begin();
		expect(await record(id)).toMatchObject({ status: 'in_progress', pages: 0 });
		expect(await statusOf(`files/${id}`)).toBe(400);
		simulator.emit('fax_page_received', { faxId: id });
		simulator.emit('fax_page_received', { faxId: id });
		expect(await record(id)).toMatchObject({ status: 'in_progress', pages: 2 });
		expect(await ids()).not.toContain(id);

		const { hook, data } = bodyOf(simulator.endFax(id));
		expect(hook['event']).toBe('fax_received');
		const ended = await record(id);
		expect(ended).toMatchObject({ status: 'success', pages: 2, start_time: data['start_time'] });
		expect(Number(ended['duration'])).toBeGreaterThanOrEqual(60);
		expect(String(ended['last_update']) > String(ended['start_time'])).toBe(true);
		expect(data).toMatchObject({ id, status: 'success', pages: 2 });
		expect(await statusOf(`files/${id}`)).toBe(200);
		expect(await ids()).toContain(id);
	});
});

describe('A fax that arrives at the simulator', () => {
	it('may be called by its session in events, by which files are known too, but no record', async () => {
		subscribe();
		const { simulator, owner } = bench();
		simulator.settings.eventIds = 'session';
		for (const faxId of ['told', simulator.addFax({ id: 'added' })]) {
			const { hook, data } = bodyOf(simulator.faxReceived({ faxId }));
			const session = String(data['id']);
			expect(session).not.toBe(faxId);
			expect(hook['id']).toBe(session);
			expect(bodyOf(simulator.faxReceived({ faxId })).data['id']).toBe(session);
			expect([await statusOf(`faxes/${faxId}`), await statusOf(`faxes/${session}`)]).toEqual([200, 400]);
			expect((await record(faxId))['file']).toBe(data['file']);
			const files = await Promise.all(
				[faxId, session].map(async (id) =>
					owner.get<Buffer>(`/accounts/self/files/${id}`, { headers, responseType: 'arraybuffer' }),
				),
			);
			expect(files.map(({ status }) => status)).toEqual([200, 200]);
			expect(files[0]?.data.equals(files[1]?.data ?? Buffer.of())).toBe(true);
		}
		const sent = bodyOf(simulator.emit('fax_sent', { faxId: 'sent' }));
		expect(sent.data['id']).toBe('sent');
	});
});

import { seed } from '../../tools/simulator';
import { serviceTime, zonedTime } from '../../tools/simulator/faxing/times';
import { faxingBench, TO, type Json } from '../support/faxingBench';
import { refusalIn } from '../support/simulatorClient';
import { MINUTE } from './support/clock';

const bench = faxingBench({ retrySchedule: [] });

const sentId = async (values: object = {}): Promise<string> => {
	const { data } = await bench().send(values);
	await bench().simulator.faxesSent();
	return Object.values(data.ids ?? {})[0] ?? '';
};
const record = async (id: string): Promise<Json> =>
	(await bench().owner.get<Json>(`/accounts/self/faxes/${id}`)).data;
const statusOf = async (path: string): Promise<number> => {
	const headers = { accept: 'application/json, application/pdf' };
	return (await bench().owner.get(`/accounts/self/${path}`, { headers })).status;
};
const ids = async (): Promise<string[]> => (await bench().list()).map(({ id }) => id);

it.each([
	[1, ['failed_user_busy', 'success'], 'success'],
	[0, ['failed_user_busy', 'success'], 'failed_user_busy'],
	[3, ['failed_user_busy'], 'failed_user_busy'],
	[2, ['failed_no_answer', 'partially_sent', 'failed_user_busy', 'success'], 'failed_user_busy'],
])('A fax with %i retries and the results %j ends as %s', async (count, results, status) => {
	bench().simulator.lines.set(TO, results);
	const id = await sentId({ options: { retry: { count, delay: 1 } } });
	expect(await record(id)).toMatchObject({ status, max_retry: count, retry_delay: 1 });
});

it('A phone call in progress continues when its fax is deleted', async () => {
	bench().simulator.sending.sending = MINUTE;
	const { data } = await bench().send();
	const path = `/accounts/self/outbox/${Object.values(data.ids ?? {})[0] ?? ''}`;
	while ((await bench().owner.get<Json>(path)).data.status !== 'sending');
	expect(refusalIn(await bench().owner.delete(path))).toEqual([409, 'conflict']);
});

describe('The simulator refuses to send', () => {
	const cover_page = { name_to: 'Dr. Roe', name_from: 'Acme', subject: 'Case 4711' };

	it.each<[string, object]>([
		['without a sender', { from: undefined }],
		['without a destination', { to: [] }],
		['without a file', { files: [] }],
		["a file that wasn't uploaded", { files: ['/storage/transient-none.pdf'] }],
		['from a number without a plus sign', { from: '15550100000' }],
		['to a number without a plus sign', { to: ['15550100300'] }],
		['to a text', { to: TO }],
		['tags that are text', { comment: { tags: 'claims' } }],
		['a time without offset', { send_time: '2030-01-01 00:00:00' }],
		['a time west of Greenwich', { send_time: '2030-01-01 00:00:00 -0500' }],
		['a time in ISO format', { send_time: '2030-01-01T00:00:00Z' }],
		['four retries', { options: { retry: { count: 4 } } }],
		['a pause of 31 seconds', { options: { retry: { delay: 31 } } }],
		['an unknown option', { options: { quality: 'best' } }],
		['a cover page without a subject', { cover_page: { ...cover_page, subject: undefined } }],
		['an unknown flag of a cover page', { cover_page: { ...cover_page, flags: ['nice'] } }],
		['return_ids as text', { return_ids: 'true' }],
		['an unknown field', { color: 'red' }],
	])('%s', async (_case, values) => {
		expect(refusalIn(await bench().send(values))).toEqual([400, 'bad_request']);
		expect(await bench().outbox()).toEqual([]);
	});

	it("more than 10 files, and from numbers that aren't the user's", async () => {
		const files = Array<string>(11).fill(await bench().upload());
		expect(refusalIn(await bench().send({ files }))).toEqual([400, 'too_many_files']);
		expect((await bench().send({ files: files.slice(1) })).status).toBe(201);
		for (const from of ['+41225550100', `${seed.ownedNumber},+41225550100`])
			expect(refusalIn(await bench().send({ from }))).toEqual([403, 'forbidden']);
		bench().simulator.addNumber('+15550100001');
		const several = { from: `${seed.ownedNumber}, +15550100001`, to: Array<string>(40).fill(TO) };
		const later = { send_time: zonedTime(Date.now() + 60 * MINUTE) };
		expect((await bench().send({ ...several, ...later })).status).toBe(201);
		const sources = new Set((await bench().outbox()).map(({ src }) => src));
		expect(sources).toEqual(new Set([seed.ownedNumber, '+15550100001']));
	});
});

/** Ways in which a fax record is created. Each returns the record's id. */
const arrivals: Array<[string, () => string | Promise<string>]> = [
	['was added', () => bench().simulator.addFax()],
	[
		'mentioned in an event',
		() => {
			bench().simulator.faxReceived({ faxId: 'told' });
			return 'told';
		},
	],
	['was sent', sentId],
];

it.each(arrivals)(
	'A fax that %s is listed when it can be read, or only after a while',
	async (_way, arrive) => {
		const arrived = await arrive();
		expect(await ids()).toContain(arrived);
		bench().simulator.reset();

		bench().simulator.settings.listLag = MINUTE;
		const id = await arrive();
		expect([await statusOf(`faxes/${id}`), await statusOf(`files/${id}`)]).toEqual([200, 200]);
		expect(await ids()).not.toContain(id);
		Object.assign(bench().account().faxes.get(id) ?? {}, { listedFrom: Date.now() });
		expect(await ids()).toContain(id);
		bench().simulator.reset();

		bench().simulator.settings.recordDelay = MINUTE;
		const late = await arrive();
		expect(await statusOf(`faxes/${late}`)).toBe(400);
		expect(await ids()).not.toContain(late);
	},
);

it("A fax in progress has a record but no document, and isn't listed until it's final", async () => {
	const { simulator, account } = bench();
	const url = 'http://127.0.0.1:9/';
	const endpoint = { id: 'ep_1', url, filter_types: ['fax_received'], channels: null, secret: 'whsec_AA==' };
	account().endpoints.set('ep_1', endpoint);
	const id = simulator.beginFax({ startTime: serviceTime(Date.now() - MINUTE) });
	simulator.emit('fax_page_received', { faxId: id });
	simulator.emit('fax_page_received', { faxId: id });
	expect(await record(id)).toMatchObject({ status: 'in_progress', pages: 2 });
	expect(await statusOf(`files/${id}`)).toBe(400);
	expect(await ids()).not.toContain(id);
});

it('Administrators see all numbers, and members see those assigned to them', async () => {
	bench().simulator.addNumber('+15550100001');
	const of = async (client: 'owner' | 'member') => {
		const { data } = await bench()[client].get<{ numbers: Json[] }>('/accounts/self/numbers');
		return data.numbers.map(({ number }) => number);
	};
	expect(await of('owner')).toEqual([seed.ownedNumber, '+15550100001']);
	expect(await of('member')).toEqual([seed.ownedNumber]);
});

import { setTimeout as pause } from 'node:timers/promises';
import { seed } from '../../simulator';
import { refusalIn } from '../support/simulatorClient';
import { serviceTime, zonedTime } from '../../simulator/faxing/times';
import { newSecret } from '../../simulator/state';
import { faxingBench, TO, type Json } from '../support/faxingBench';

const bench = faxingBench({ retrySchedule: [] });
const BUSY = '+15550100911';
const IN_AN_HOUR = zonedTime(Date.now() + 60 * 60 * 1000);

const idOf = async (values: object = {}): Promise<string> => {
	const { data } = await bench().send(values);
	return Object.values(data.ids ?? {})[0] ?? '';
};
const outboxFax = async (id: string) => (await bench().owner.get<Json>(`/accounts/self/outbox/${id}`)).data;
const recordOf = async (id: string) => (await bench().owner.get<Json>(`/accounts/self/faxes/${id}`)).data;

describe('Sending at the simulator', () => {
	it('gives an id for each destination, and a record in the outbox', async () => {
		const { status, data } = await bench().send({
			to: [TO, BUSY],
			comment: { tags: ['claims'], text: 'Case 4711' },
			options: { enhancement: false, retry: { count: 1, delay: 0 } },
			send_time: IN_AN_HOUR,
		});

		expect(status).toBe(201);
		const records = await bench().outbox();
		expect(Object.entries(data.ids ?? {})).toEqual(records.map(({ id, to }) => [(to as string[])[0], id]));
		expect(records[0]).toMatchObject({
			uid: seed.ownerId,
			src: seed.ownedNumber,
			to: [TO],
			files: [...bench().account().uploads.keys()],
			comment: { tags: ['claims'], text: 'Case 4711' },
			retry: { count: 1, delay: 0 },
			should_enhance: false,
			send_time: IN_AN_HOUR,
		});
		expect(await outboxFax(records[0]?.id ?? '')).toMatchObject({ id: records[0]?.id });
	});

	it('waits for its time, and counts the pages meanwhile', async () => {
		const id = await idOf({ send_time: IN_AN_HOUR, cover_page: cover() });
		await until(async () => (await outboxFax(id)).status === 'scheduled_for_sending');

		const fax = await outboxFax(id);
		expect(fax['page_count']).toBe(2);
		const changes = fax['status_changes'] as Array<{ status: string }>;
		expect(changes.map(({ status }) => status)).toEqual(['submitted', 'converting', 'scheduled_for_sending']);
		expect(await bench().list({ category: 'sent', after: serviceTime(Date.now() - 60_000) })).toEqual([]);
	});

	it('leaves the outbox for a record, with what was sent', async () => {
		const id = await idOf({ comment: { text: 'Case 4711' }, cover_page: cover() });
		await bench().simulator.faxesSent();

		expect(await bench().outbox()).toEqual([]);
		expect((await bench().owner.get(`/accounts/self/outbox/${id}`)).status).toBe(400);
		expect(await recordOf(id)).toMatchObject({
			owner_id: seed.ownerId,
			direction: 'outgoing',
			from: seed.ownedNumber,
			to: TO,
			status: 'success',
			pages: 2,
			comment: 'Case 4711',
			cover_page: cover(),
			is_spam: false,
		});
		expect(bench().account().faxes.get(id)?.documents).toEqual([...bench().account().uploads.values()]);
	});

	it.each([
		[1, ['failed_user_busy', 'success'], 'success'],
		[0, ['failed_user_busy', 'success'], 'failed_user_busy'],
		[3, ['failed_user_busy'], 'failed_user_busy'],
		[2, ['failed_no_answer', 'partially_sent', 'failed_user_busy', 'success'], 'failed_user_busy'],
	])('with %i retries and the results %j ends as %s', async (count, results, status) => {
		bench().simulator.lines.set(TO, results);
		const id = await idOf({ options: { retry: { count, delay: 1 } } });
		await bench().simulator.faxesSent();

		expect(await recordOf(id)).toMatchObject({ status, max_retry: count, retry_delay: 1 });
	});

	it('lets the other side fax all pages back, whose text is that of the cover page', async () => {
		const cover_page = { name_to: 'Dr Roe', name_from: 'Us', subject: 'Contract, code ABC' };
		const id = await idOf({ to: ['+15550100916'], cover_page });
		await bench().simulator.faxesSent();

		expect(await recordOf(id)).toMatchObject({ status: 'success' });
		const { faxes, credits } = bench().account();
		const answer = [...faxes.values()].find(({ from }) => from === '+15550100916');
		expect(answer).toMatchObject({ category: 'inbox', coverPage: cover_page, to: seed.ownedNumber });
		const { data } = await bench().owner.post<Json>(`/accounts/self/faxes/${answer?.id}/ai/ocr`);
		expect(data['status']).toBe('pending');
		expect(credits.credits_remaining).toBe(419);
		expect(answer?.ocr.data).toContain('Contract, code ABC');
	});
});

describe('The outbox of the simulator', () => {
	it('cancels what is not being sent', async () => {
		const id = await idOf({ send_time: IN_AN_HOUR });
		expect((await bench().owner.delete(`/accounts/self/outbox/${id}`)).status).toBe(204);
		await bench().simulator.faxesSent();

		expect(bench().account().faxes.has(id)).toBe(false);
		expect((await bench().owner.delete(`/accounts/self/outbox/${id}`)).status).toBe(400);
	});

	it('does not stop a call', async () => {
		bench().simulator.sending.sending = 60_000;
		const id = await idOf();
		await until(async () => (await outboxFax(id)).status === 'sending');

		expect(refusalIn(await bench().owner.delete(`/accounts/self/outbox/${id}`))).toEqual([409, 'conflict']);
		expect((await outboxFax(id)).status).toBe('sending');
	});
});

describe('The simulator refuses to send', () => {
	it.each<[string, object]>([
		['without a sender', { from: undefined }],
		['without a destination', { to: [] }],
		['without a file', { files: [] }],
		['a file that was not uploaded', { files: ['/storage/transient-none.pdf'] }],
		['from a number without plus', { from: '15550100000' }],
		['to a number without plus', { to: ['15550100300'] }],
		['to a short number', { to: ['+1555'] }],
		['to a text', { to: TO }],
		['a comment that is text', { comment: 'Case 4711' }],
		['tags that are text', { comment: { tags: 'claims' } }],
		['a time without offset', { send_time: '2030-01-01 00:00:00' }],
		['a time west of Greenwich', { send_time: '2030-01-01 00:00:00 -0500' }],
		['a time as ISO has it', { send_time: '2030-01-01T00:00:00Z' }],
		['a day that is none', { send_time: '2030-02-30 00:00:00 +0000' }],
		['four retries', { options: { retry: { count: 4 } } }],
		['a pause of 31 seconds', { options: { retry: { delay: 31 } } }],
		['half a retry', { options: { retry: { count: 0.5 } } }],
		['an unknown option', { options: { quality: 'best' } }],
		['a cover page without a subject', { cover_page: { name_to: 'a', name_from: 'b' } }],
		['an unknown flag of a cover page', { cover_page: { ...cover(), flags: ['nice'] } }],
		['return_ids as text', { return_ids: 'true' }],
		['an unknown field', { resolution: 'fine' }],
	])('%s', async (_case, values) => {
		expect(refusalIn(await bench().send(values))).toEqual([400, 'bad_request']);
		expect(await bench().outbox()).toEqual([]);
	});

	it('more than 10 files, and takes 10', async () => {
		const path = await bench().upload();
		const eleven = { files: Array<string>(11).fill(path) };
		expect(refusalIn(await bench().send(eleven))).toEqual([400, 'too_many_files']);
		expect((await bench().send({ files: eleven.files.slice(1) })).status).toBe(201);
	});

	it('from numbers that are not the user’s', async () => {
		expect(refusalIn(await bench().send({ from: '+41225550100' }))).toEqual([403, 'forbidden']);
		const mixed = { from: `${seed.ownedNumber},+41225550100` };
		expect(refusalIn(await bench().send(mixed))).toEqual([403, 'forbidden']);
		bench().simulator.addNumber('+15550100001');
		const several = { from: `${seed.ownedNumber}, +15550100001`, to: Array<string>(40).fill(TO) };
		expect((await bench().send({ ...several, send_time: IN_AN_HOUR })).status).toBe(201);
		const sources = new Set((await bench().outbox()).map(({ src }) => src));
		expect(sources).toEqual(new Set([seed.ownedNumber, '+15550100001']));
		expect((await bench().send({ from: 'no_number' })).status).toBe(201);
	});
});

describe('Where the documentation of sending leaves it open, the simulator', () => {
	it('keeps the id of the outbox for the record, or gives a new one that only files and events do not need', async () => {
		bench().simulator.settings.faxIdKept = false;
		const id = await idOf();
		await bench().simulator.faxesSent();

		expect((await bench().owner.get(`/accounts/self/faxes/${id}`)).status).toBe(400);
		const [record] = await bench().list({ category: 'sent', limit: 1 });
		expect(record).toMatchObject({ to: TO });
		expect(record?.id).not.toBe(id);
		expect((await recordOf(record?.id ?? '')).status).toBe('success');
		const headers = { accept: 'application/pdf' };
		expect((await bench().owner.get(`/accounts/self/files/${id}`, { headers })).status).toBe(200);
	});
});

describe('A fax that was sent', () => {
	it('is told to endpoints and legacy hooks, as the record says', async () => {
		const { account, simulator } = bench();
		const url = 'http://127.0.0.1:9/';
		const endpoint = { id: 'ep_1', url, filter_types: ['fax_sent'], channels: [TO], secret: newSecret() };
		account().endpoints.set('ep_1', endpoint);
		account().hooks.set('hook_1', { id: 'hook_1', target: url, event: 'fax_sent' });
		const id = await idOf();
		await simulator.faxesSent();

		const { owner_id: uid, from, to, status, pages, start_time, file, file_name } = await recordOf(id);
		const data = { id, uid, from, to, status, pages, start_time, file, file_name };
		const told = simulator.deliveries.map(({ body }) => JSON.parse(body) as object);
		expect(told).toMatchObject(
			['', url].map((target) => ({ hook: { id, event: 'fax_sent', target }, data })),
		);
	});
});

function cover() {
	return {
		name_to: 'Dr. Roe',
		name_from: 'Acme',
		subject: 'Case 4711',
		flags: ['urgent'],
		message: 'Please',
	};
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
	while (!(await isSo())) await pause(5);
}

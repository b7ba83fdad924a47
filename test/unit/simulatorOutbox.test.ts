import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { seed } from '../../simulator';
import { refusalIn } from '../support/simulatorClient';
import { serviceTime, zonedTime } from '../../simulator/faxing/times';
import { newSecret } from '../../simulator/state';
import { Upload } from '../../simulator/faxing/upload';
import { faxingBench, TO, type Json } from '../support/faxingBench';

const bench = faxingBench();
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
		[BUSY, 'failed_user_busy'],
		['+15550100912', 'failed_no_answer'],
		['+15550100913', 'partially_sent'],
		['+15550100914', 'failed_unallocated_number'],
	])('ends for the number %s as %s', async (number, status) => {
		const id = await idOf({ to: [number] });
		await bench().simulator.faxesSent();
		expect((await recordOf(id)).status).toBe(status);
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

	it('passes the first pages of a call that drops', async () => {
		bench().simulator.lines.set(TO, ['partially_sent']);
		const id = await idOf({ files: [await bench().upload('a\f'.repeat(200))] });
		await bench().simulator.faxesSent();
		expect(await recordOf(id)).toMatchObject({ status: 'partially_sent', pages: 2, cost: 2 });
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

	it('ends with the simulator being reset', async () => {
		await bench().send({ send_time: IN_AN_HOUR });
		await bench().send();
		bench().simulator.reset();
		await bench().simulator.faxesSent();

		expect(await bench().outbox()).toEqual([]);
		expect(bench().account().faxes.size).toBe(9);
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

	it('changes the text of a comment, which is a string here', async () => {
		const path = `/accounts/self/outbox/${seed.outboxFaxId}`;
		expect((await bench().owner.put(path, { comment: { text: 'x' } })).status).toBe(400);
		expect((await bench().owner.put(path, { comment: 'x', send_time: IN_AN_HOUR })).status).toBe(400);
		expect((await bench().owner.put(path, { comment: 'Postponed' })).status).toBe(204);
		expect((await outboxFax(seed.outboxFaxId))['comment']).toEqual({
			tags: ['appointments'],
			text: 'Postponed',
		});
	});

	it('is everybody’s own', async () => {
		const { data } = await bench().member.get<{ records: Json[] }>('/accounts/self/outbox');
		expect(data.records.map(({ id }) => id)).toEqual([seed.memberOutboxFaxId]);
		expect((await bench().member.get(`/accounts/self/outbox/${seed.outboxFaxId}`)).status).toBe(400);
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

	it('more than 4000 destinations, and takes 4000', async () => {
		const to = Array.from({ length: 4001 }, (_, i) => `+1555020${String(i).padStart(4, '0')}`);
		expect(refusalIn(await bench().send({ to }))).toEqual([400, 'too_many_destinations']);
		const { status, data } = await bench().send({ to: to.slice(1), send_time: IN_AN_HOUR });
		expect([status, Object.keys(data.ids ?? {}).length]).toEqual([201, 4000]);
	});

	it('more than 150 MB in all', async () => {
		const half = new Upload('half.pdf', 'application/pdf', Buffer.alloc(75 * 1024 * 1024));
		const { uploads } = bench().account();
		uploads
			.set('/a', half)
			.set('/b', half)
			.set('/c', new Upload('c.txt', 'text/plain', Buffer.of(1)));
		const files = ['/a', '/b', '/c'];
		expect(refusalIn(await bench().send({ files }))).toEqual([413, 'payload_too_large']);
		expect((await bench().send({ files: files.slice(0, 2), send_time: IN_AN_HOUR })).status).toBe(201);
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

	it('members from numbers that are not assigned to them', async () => {
		bench().simulator.addNumber('+15550100001');
		const body = { to: [TO], files: [await bench().upload()] };
		const send = (from: string) =>
			bench().member.post<{ error?: string }>('/accounts/self/outbox', { ...body, from });
		expect((await send('+15550100001')).status).toBe(403);
		expect((await send(seed.ownedNumber)).status).toBe(201);
	});
});

describe('Where the documentation of sending leaves it open, the simulator', () => {
	it.each([
		['ids', true, { ids: { [TO]: expect.any(String) as string } }],
		['ids', false, {}],
		['none', true, {}],
		['emptyObject', true, { ids: {} }],
		['emptyBody', true, ''],
	] as const)('answers with %s, asked for ids: %s', async (idsInAnswer, return_ids, answer) => {
		bench().simulator.settings.idsInAnswer = idsInAnswer;
		const { status, data } = await bench().send({ return_ids });
		expect([status, data]).toEqual([201, answer]);
	});

	it('has a record for each recipient, or one for all', async () => {
		const { data } = await bench().send({ to: [TO, BUSY], send_time: IN_AN_HOUR });
		expect((await bench().outbox()).map(({ to }) => to)).toEqual([[TO], [BUSY]]);

		const waits = ({ status }: Json) => status === 'scheduled_for_sending';
		await until(async () => (await bench().outbox()).every(waits));
		bench().simulator.settings.outboxRecords = 'together';
		const [record, ...others] = await bench().outbox();
		expect([record?.['to'], others]).toEqual([[TO, BUSY], []]);
		expect(await outboxFax(data.ids?.[BUSY] ?? '')).toEqual(record);
		await bench().owner.delete(`/accounts/self/outbox/${record?.id ?? ''}`);
		expect(await bench().outbox()).toEqual([]);
	});

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

	it('knows a record at once, or only after a while', async () => {
		bench().simulator.settings.recordDelay = 60_000;
		const id = await idOf();
		await bench().simulator.faxesSent();

		expect((await bench().owner.get(`/accounts/self/faxes/${id}`)).status).toBe(400);
		const sent = { category: 'sent', limit: 1 };
		expect((await bench().list(sent)).map((fax) => fax.id)).toEqual([seed.sentFaxId]);
		Object.assign(bench().account().faxes.get(id) ?? {}, { knownFrom: Date.now() });
		expect((await recordOf(id)).status).toBe('success');
		expect((await bench().list(sent)).map((fax) => fax.id)).toEqual([id]);
	});
});

describe('A fax that was sent is told', () => {
	let server: Server;
	let bodies: Array<{ hook: Record<string, unknown>; data: Record<string, unknown> }>;

	beforeEach(async () => {
		bodies = [];
		server = createServer((request, response) => {
			void request.toArray().then((chunks: Buffer[]) => {
				bodies.push(JSON.parse(Buffer.concat(chunks).toString()) as (typeof bodies)[number]);
				response.end();
			});
		}).listen(0, '127.0.0.1');
		await once(server, 'listening');
		const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
		const { endpoints, hooks } = bench().account();
		const endpoint = { id: 'ep_1', url, filter_types: ['fax_sent'], channels: [TO], secret: newSecret() };
		endpoints.set('ep_1', endpoint);
		hooks.set('hook_1', { id: 'hook_1', target: url, event: 'fax_sent' });
	});
	afterEach(() => {
		server.close();
	});

	const told = async () => {
		await bench().simulator.faxesSent();
		await Promise.all(bench().simulator.deliveries.map(({ settled }) => settled));
		return bodies;
	};

	it('to endpoints and legacy hooks, as the record says', async () => {
		const id = await idOf();
		const [one, two, ...others] = await told();
		const record = await recordOf(id);

		expect(others).toEqual([]);
		expect([one?.hook['target'], two?.hook['target']].sort()[0]).toBe('');
		for (const { hook, data } of bodies) {
			expect(hook).toMatchObject({ id, event: 'fax_sent' });
			const { from, to, status, pages, start_time, file, file_name } = record;
			expect(data).toMatchObject({ id, from, to, status, pages, start_time, file, file_name });
			expect(data['uid']).toBe(record['owner_id']);
		}
	});

	it('also when it failed, and after retries with another id of the hook', async () => {
		bench().simulator.lines.set(TO, ['failed_no_answer']);
		const id = await idOf({ options: { retry: { count: 1, delay: 0 } } });
		const [body] = await told();

		expect(body?.data).toMatchObject({ id, status: 'failed_no_answer', to: TO });
		expect(body?.hook['id']).not.toBe(id);
	});

	it('by the id of the outbox, also where the record has another', async () => {
		bench().simulator.settings.faxIdKept = false;
		const id = await idOf();
		const [body] = await told();
		expect([body?.hook['id'], body?.data['id']]).toEqual([id, id]);
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

import { fax, seed } from '../../simulator';
import { refusalIn } from '../support/simulatorClient';
import { faxingBench, type Json } from '../support/faxingBench';

const bench = faxingBench();
const path = `/accounts/self/faxes/${seed.faxId}`;

const ids = async (query: object = {}): Promise<string[]> => (await bench().list(query)).map(({ id }) => id);

/** Adds faxes of the given seconds of one minute, each with its second as id, in this order. */
function arrive(...seconds: string[]): void {
	for (const [index, second] of seconds.entries()) {
		const id = seconds.indexOf(second) === index ? second : `${second}-${index}`;
		bench().simulator.addFax({ id, startTime: at(second) });
	}
}

const at = (second: string): string => `2030-01-01 00:00:${second}`;
const after = at('00');

describe('The list of faxes of the simulator', () => {
	it.each([
		['inbox', [seed.faxId, seed.largeFaxId, seed.pendingFaxId, seed.failedFaxId, seed.unreadFaxId]],
		['sent', [seed.sentFaxId, seed.busyFaxId]],
		['spam', [seed.spamFaxId]],
	])('has its %s, the newest first', async (category, expected) => {
		expect(await ids({ category })).toEqual(expected);
	});

	it('has the records whole, under data', async () => {
		const { data } = await bench().owner.get<{ data: { records: Json[] } }>('/accounts/self/faxes?limit=1');
		expect(data.data.records).toEqual([
			{
				id: seed.faxId,
				owner_id: seed.ownerId,
				direction: 'incoming',
				from: '+15550100999',
				to: seed.ownedNumber,
				status: 'success',
				pages: 2,
				cost: 0,
				cost_details: { multiplier: 1, notification_cost: 0 },
				comment: '',
				description: 'OK',
				duration: 60,
				file: `${seed.faxId}.pdf`,
				file_name: `fax-${seed.faxId}`,
				header: null,
				is_read: false,
				is_spam: false,
				max_retry: null,
				retry_delay: null,
				scheduled_time: null,
				submit_time: null,
				start_time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
				last_update: expect.any(String) as string,
			},
		]);
	});

	it('is of the user that the path names', async () => {
		const { data } = await bench().member.get<{ data: { records: Json[] } }>('/accounts/self/faxes');
		expect(data.data.records.map(({ id }) => id)).toEqual([seed.memberFaxId]);
		const foreign = `/accounts/${seed.memberId}/faxes/${seed.memberFaxId}`;
		expect((await bench().owner.get(foreign)).status).toBe(200);
		expect((await bench().owner.get(`/accounts/self/faxes/${seed.memberFaxId}`)).status).toBe(400);
	});

	it('goes from `after`, which is included, to `before`, which is not', async () => {
		arrive('01', '02', '03', '04');
		expect(await ids({ after: at('02'), before: at('04') })).toEqual(['03', '02']);
	});

	it('may include `before`', async () => {
		bench().simulator.settings.beforeIsInclusive = true;
		arrive('01', '02', '03');
		expect(await ids({ after, before: at('02') })).toEqual(['02', '01']);
		bench().simulator.settings.afterIsInclusive = false;
		expect(await ids({ after: at('01') })).toEqual(['03', '02']);
	});

	it('begins at the offset, with the latest of the same second first', async () => {
		arrive('01', '02', '02', '02', '03');
		expect(await ids({ after, limit: 2, offset: 1 })).toEqual(['02-3', '02-2']);
	});

	it('may ignore the offset', async () => {
		bench().simulator.settings.offsetHonoured = false;
		arrive('01', '02', '03');
		expect(await ids({ after, limit: 2, offset: 1 })).toEqual(['03', '02']);
	});

	it('has 50 without a limit, and may have a largest one', async () => {
		for (let i = 0; i < 60; i++) bench().simulator.addFax({ startTime: at('05') });
		expect(await ids({ after })).toHaveLength(50);
		expect(await ids({ after, limit: 60 })).toHaveLength(60);
		bench().simulator.settings.largestLimit = 50;
		expect(await ids({ after, limit: 60 })).toHaveLength(50);
	});

	it.each([
		['start_time', ['c', 'b']],
		['submit_time', ['b', 'c']],
		['last_update', ['b', 'a']],
	] as const)('may go by %s', async (listDate, expected) => {
		bench().simulator.settings.listDate = listDate;
		const sent = { category: 'sent', lastUpdate: after } as const;
		const { simulator } = bench();
		simulator.addFax({ ...sent, id: 'a', startTime: at('01'), submitTime: at('01'), lastUpdate: at('08') });
		simulator.addFax({ ...sent, id: 'b', startTime: at('02'), submitTime: at('04'), lastUpdate: at('09') });
		simulator.addFax({ ...sent, id: 'c', startTime: at('03'), submitTime: at('02') });
		expect(await ids({ after: at('01'), limit: 2 })).toEqual(expected);
	});

	it.each([
		['an unknown category', { category: 'outbox' }],
		['a date as ISO has it', { after: '2026-11-20T00:00:00Z' }],
		['a date with an offset', { before: '2026-11-20 00:00:00 +0000' }],
		['a limit of nothing', { limit: 0 }],
		['an offset below nothing', { offset: -1 }],
		['a parameter that is not documented', { is_read: true }],
	])('refuses %s', async (_case, params) => {
		const answer = await bench().owner.get<{ error?: string }>('/accounts/self/faxes', { params });
		expect(refusalIn(answer)).toEqual([400, 'bad_request']);
	});

	it('is quick with ten thousand records', async () => {
		const { faxes } = bench().account();
		const thumbnail = Buffer.of();
		for (let i = 0; i < 10_000; i++) {
			const startTime = new Date(1e12 + i * 1000).toISOString().replace('T', ' ').slice(0, 19);
			faxes.set(`many-${i}`, fax(`many-${i}`, { thumbnail, startTime }));
		}
		expect(await ids({ category: 'inbox', offset: 9_999 })).toHaveLength(6);
	});
});

describe('A fax record of the simulator', () => {
	it('may name its numbers in the other way', async () => {
		bench().simulator.settings.recordNumbers = '_number';
		const { data } = await bench().owner.get<Json>(path);
		expect(data).toMatchObject({ from_number: '+15550100999', to_number: seed.ownedNumber });
		expect(Object.keys(data)).not.toContain('from');
	});

	it('is marked and commented, both at once', async () => {
		for (const half of [{ is_read: true }, { comment: 'Filed' }, { comment: {}, is_read: true }, {}]) {
			expect(refusalIn(await bench().owner.put(path, half))).toEqual([400, 'bad_request']);
		}
		expect((await bench().owner.put(path, { is_read: true, comment: 'Filed' })).status).toBe(204);
		expect((await bench().owner.get(path)).data).toMatchObject({ is_read: true, comment: 'Filed' });
	});

	it('is deleted once', async () => {
		expect((await bench().owner.delete(path)).status).toBe(204);
		expect(refusalIn(await bench().owner.delete(path))).toEqual([400, 'bad_request']);
		expect(await ids()).not.toContain(seed.faxId);
	});

	it.each([
		[400, 'bad_request'],
		[404, 'not_found'],
	] as const)('that is not there may be answered with %i', async (missingStatus, error) => {
		bench().simulator.settings.missingStatus = missingStatus;
		const { owner } = bench();
		const paths = ['faxes/none', 'outbox/none', 'files/none', 'report/none', 'numbers/%2B15550109999'];
		const headers = { accept: 'application/json, application/pdf' };
		for (const each of paths) {
			const answer = await owner.get<{ error?: string }>(`/accounts/self/${each}`, { headers });
			expect(refusalIn(answer)).toEqual([missingStatus, error]);
		}
	});

	it('may be answered with an empty object where nothing is promised', async () => {
		bench().simulator.settings.voidAnswer = 'object';
		const { owner } = bench();
		const answers = [
			await owner.put(path, { is_read: true, comment: '' }),
			await owner.put(`/accounts/self/outbox/${seed.outboxFaxId}`, { comment: '' }),
			await owner.delete(path),
		];
		expect(answers.map(({ status, data }) => [status, data as unknown])).toEqual(
			Array<unknown>(3).fill([200, {}]),
		);
	});
});

describe('The numbers of the simulator', () => {
	it('are all for administrators, and those assigned for members', async () => {
		bench().simulator.addNumber('+15550100001');
		const of = async (client: 'owner' | 'member') => {
			const { data } = await bench()[client].get<{ numbers: Array<{ number: string }> }>(
				'/accounts/self/numbers',
			);
			return data.numbers.map(({ number }) => number);
		};
		expect(await of('owner')).toEqual([seed.ownedNumber, '+15550100001']);
		expect(await of('member')).toEqual([seed.ownedNumber]);
	});

	it('are found one by one', async () => {
		const number = encodeURIComponent(seed.ownedNumber);
		const { data } = await bench().owner.get<Json>(`/accounts/self/numbers/${number}`);
		expect(data).toMatchObject({
			number: seed.ownedNumber,
			owner_id: seed.ownerId,
			status: 'active',
			assigned_to: [seed.ownerId, seed.memberId],
		});
	});
});

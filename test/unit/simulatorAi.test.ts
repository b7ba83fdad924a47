import { seed } from '../../simulator';
import { refusalIn } from '../support/simulatorClient';
import { faxingBench } from '../support/faxingBench';

const bench = faxingBench();

interface Result {
	status: string;
	data: unknown;
	error?: string;
}

const client = (faxId: string, job: 'ocr' | 'field-extraction') => {
	const path = `/accounts/self/faxes/${faxId}/ai/${job}`;
	const { owner } = bench();
	return {
		read: async () => (await owner.get<Result>(path)).data,
		request: async () => await owner.post<Result>(path),
		correct: async (body: object) => await owner.patch<Result>(path, body),
	};
};
const pending = { status: 'pending', data: null };
const creditsLeft = () => bench().account().credits.credits_remaining;

describe.each([
	['ocr', 'ocr', expect.stringContaining('Referral R-2045') as unknown],
	['field-extraction', 'extraction', expect.objectContaining({ patient_name: 'John Doe' }) as unknown],
] as const)('Fax AI of the simulator: %s', (job, field, data) => {
	const unread = () => client(seed.unreadFaxId, job);

	it('is not requested until somebody does, and then takes a while and a credit', async () => {
		expect(await unread().read()).toEqual({ status: 'not_requested', data: null });
		const before = creditsLeft();
		expect(await unread().request()).toMatchObject({ status: 200, data: pending });
		expect(await unread().read()).toEqual(pending);
		expect(await unread().read()).toEqual({ status: 'finished', data });
		expect(creditsLeft()).toBe(before - 1);
	});

	it('is not done again when it is finished or under way', async () => {
		await unread().request();
		const before = creditsLeft();
		expect((await unread().request()).data).toEqual(pending);
		expect((await client(seed.faxId, job).request()).data).toEqual({ status: 'finished', data });
		expect(creditsLeft()).toBe(before);
	});

	it.each(['failed', 'content_filtering_policy'])('may end as %s', async (outcome) => {
		Object.assign(bench().account().faxes.get(seed.unreadFaxId)?.[field] ?? {}, { outcome });
		await unread().request();
		await unread().read();
		expect(await unread().read()).toEqual({ status: outcome, data: null });
	});

	it('is tried again after a failure, but not against the content policy', async () => {
		const state = bench().account().faxes.get(seed.faxId)?.[field] ?? {};
		Object.assign(state, { status: 'failed' });
		expect((await client(seed.faxId, job).request()).data).toEqual(pending);
		Object.assign(state, { status: 'content_filtering_policy', pendingReads: 0 });
		expect((await client(seed.faxId, job).request()).data).toMatchObject({
			status: 'content_filtering_policy',
		});
	});

	it('needs credits', async () => {
		bench().account().credits.credits_remaining = 0;
		expect(refusalIn(await unread().request())).toEqual([402, 'insufficient_credits']);
		expect(await unread().read()).toMatchObject({ status: 'not_requested' });
	});

	it.each([200, 202] as const)('may answer a request with %i', async (aiRequestStatus) => {
		bench().simulator.settings.aiRequestStatus = aiRequestStatus;
		expect((await unread().request()).status).toBe(aiRequestStatus);
	});
});

describe('Fields that the simulator has extracted', () => {
	it('are corrected one by one', async () => {
		const fields = client(seed.faxId, 'field-extraction');
		const { data: before } = await fields.read();
		const { data } = await fields.correct({ data: { sender_name: 'Jane Doe', extra: 'new' } });
		expect(data).toEqual({
			status: 'finished',
			data: { ...(before as object), sender_name: 'Jane Doe', extra: 'new' },
		});
		expect(await fields.read()).toEqual(data);
	});

	it('are not corrected without data, with numbers, or before they are there', async () => {
		const fields = client(seed.faxId, 'field-extraction');
		for (const body of [{}, { data: null }, { data: { page: 2 } }, { sender_name: 'x' }]) {
			expect(refusalIn(await fields.correct(body))).toEqual([400, 'bad_request']);
		}
		const unread = client(seed.unreadFaxId, 'field-extraction');
		expect(refusalIn(await unread.correct({ data: { a: 'b' } }))).toEqual([400, 'bad_request']);
	});
});

it('A fax that was sent as text reads as that text at the simulator', async () => {
	const { data } = await bench().send({ files: [await bench().upload('Dear Dr. Roe')] });
	await bench().simulator.faxesSent();
	const ocr = client(Object.values(data.ids ?? {})[0] ?? '', 'ocr');
	await ocr.request();
	await ocr.read();
	expect(await ocr.read()).toEqual({ status: 'finished', data: 'Dear Dr. Roe' });
});

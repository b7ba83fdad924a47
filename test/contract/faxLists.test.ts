import type { INodeParameters } from 'n8n-workflow';

import { seed } from '../../simulator';
import type { Settings } from '../../simulator/settings';
import { useBench } from './support/bench';
import type { NodeResult } from './support/execution';
import { jsonOf } from './support/execution';
import { clinic } from './support/operationCases';

const bench = useBench();

async function run(parameters: INodeParameters): Promise<NodeResult> {
	return await bench().run({ resource: 'fax', ...parameters });
}

async function idsOf(parameters: INodeParameters): Promise<unknown[]> {
	const { items, error } = await run({ operation: 'getAll', ...parameters });
	expect(error).toBeUndefined();
	return jsonOf(items).map(({ id }) => id);
}

function at(seconds: number): string {
	return new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

/** Fills the inbox with nothing but these; their dates differ, some are of one second. */
function fillInbox(count: number, ofOneSecond: number): string[] {
	const { faxes } = clinic(bench().simulator);
	faxes.clear();
	return Array.from({ length: count }, (_, index) => {
		const second = Math.max(0, index - ofOneSecond) * 10;
		const startTime = at(second + 2);
		return bench().simulator.addFax({ id: `fax_${index}`, startTime, lastUpdate: at(second + 30) });
	});
}

const readings: Array<Pick<Settings, 'offsetHonoured' | 'beforeIsInclusive' | 'listDate'>> = [
	{ listDate: 'start_time', offsetHonoured: true, beforeIsInclusive: false },
	{ listDate: 'submit_time', offsetHonoured: false, beforeIsInclusive: true },
	{ listDate: 'last_update', offsetHonoured: false, beforeIsInclusive: false },
];

describe('Return All', () => {
	test.each(readings)('returns each fax once, newest first, where the service reads %j', async (reading) => {
		const { simulator } = bench();
		Object.assign(simulator.settings, reading);
		const known = fillInbox(330, 120);
		let requests = 0;
		simulator.latency = () => {
			requests += 1;
			simulator.addFax({
				id: `new_${requests}`,
				startTime: at(5000 + requests),
				lastUpdate: at(6000 + requests),
			});
			simulator.addFax({ id: `late_${requests}`, startTime: at(1000), lastUpdate: at(1030) });
			return 0;
		};
		const ids = await idsOf({ returnAll: true });
		expect(new Set(ids).size).toBe(ids.length);
		expect(known.filter((id) => !ids.includes(id))).toEqual([]);
		const listed = ids.filter((id) => known.includes(String(id))).map((id) => Number(String(id).slice(4)));
		expect(listed.filter((index) => index >= 120)).toEqual(
			[...listed].filter((index) => index >= 120).sort((a, b) => b - a),
		);
	});

	test('ends in an error where the service does not tell all faxes of one second', async () => {
		Object.assign(bench().simulator.settings, { offsetHonoured: false, largestLimit: 50 });
		fillInbox(120, 120);
		const { items, error } = await run({ operation: 'getAll', returnAll: true });
		expect(items).toEqual([]);
		expect(error?.message).toMatch(
			/^The list of faxes cannot be read to its end: .* List the faxes on either side of that second, with "After" and "Before"\.$/,
		);
	});
});

describe('Get Many', () => {
	test.each([
		[
			{ category: 'inbox' },
			[seed.faxId, seed.largeFaxId, seed.pendingFaxId, seed.failedFaxId, seed.unreadFaxId],
		],
		[{ category: 'sent' }, [seed.sentFaxId, seed.busyFaxId]],
		[{ category: 'spam' }, [seed.spamFaxId]],
		[{ options: { userId: seed.memberId } }, [seed.memberFaxId]],
		[{ limit: 2 }, [seed.faxId, seed.largeFaxId]],
		[{ filters: { from: '+1 (555) 010-0301' } }, [seed.unreadFaxId]],
		[{ filters: { from: '+15550100301', to: '+15550100302' } }, []],
		[
			{ category: 'sent', filters: { to: ['+15550100300', '+15550100911'] } },
			[seed.sentFaxId, seed.busyFaxId],
		],
		[{ category: 'sent', filters: { outcome: 'success' } }, [seed.sentFaxId]],
		[{ category: 'sent', filters: { outcome: 'failure' } }, [seed.busyFaxId]],
		[{ category: 'sent', filters: { outcome: 'any' } }, [seed.sentFaxId, seed.busyFaxId]],
		[{ category: 'sent', filters: { status: ['failed', 'failed_user_busy'] } }, [seed.busyFaxId]],
		[{ category: 'sent', filters: { status: 'a_new_status' } }, []],
		[{ category: 'sent', filters: { isRead: false } }, []],
		[{ category: 'sent', filters: { minPages: 1, maxPages: 1 } }, [seed.sentFaxId, seed.busyFaxId]],
		[{ category: 'sent', filters: { minPages: 2 } }, []],
		[{ filters: { from: '+15550100301' }, limit: 1 }, [seed.unreadFaxId]],
	])('with %j returns what is wanted, newest first', async (parameters, ids) => {
		for (const recordNumbers of ['', '_number'] as const) {
			bench().simulator.settings.recordNumbers = recordNumbers;
			expect(await idsOf(parameters as INodeParameters)).toEqual(ids);
		}
	});

	test('reads times of any zone, and asks for them in UTC', async () => {
		await idsOf({ after: '2026-01-01T00:00:00+02:00', before: '2026-07-01T00:00:00' });
		expect(bench().simulator.requests[0]?.query).toMatchObject({
			after: '2025-12-31 22:00:00',
			// The workflow's zone is that of New York.
			before: '2026-07-01 04:00:00',
		});
	});
});

describe.each(['', '_number'] as const)('a fax record whose numbers are named with "%s"', (recordNumbers) => {
	test('comes out with from and to', async () => {
		bench().simulator.settings.recordNumbers = recordNumbers;
		const { items } = await run({ operation: 'get', faxId: seed.faxId });
		expect(items[0]?.json).toMatchObject({ id: seed.faxId, from: '+15550100999', to: seed.ownedNumber });
		expect(Object.keys(items[0]?.json ?? {}).filter((name) => name.endsWith('_number'))).toEqual([]);
	});
});

describe('an update of a fax', () => {
	test.each(['empty', 'object'] as const)(
		'is done, whatever the service answers to it: %s',
		async (voidAnswer) => {
			bench().simulator.settings.voidAnswer = voidAnswer;
			const { items, error } = await run({
				operation: 'update',
				faxId: seed.sentFaxId,
				updateFields: { comment: 'Seen' },
			});
			expect(error).toBeUndefined();
			expect(jsonOf(items)).toEqual([{ updated: true, id: seed.sentFaxId, comment: 'Seen' }]);
			expect(clinic(bench().simulator).faxes.get(seed.sentFaxId)).toMatchObject({
				comment: 'Seen',
				isRead: true,
			});
		},
	);

	test('changes nothing where the fax cannot be read', async () => {
		const { simulator } = bench();
		simulator.fail({ times: 1, with: 500, operationId: 'getFax' });
		const { error } = await run({ operation: 'update', faxId: seed.faxId, updateFields: { isRead: true } });
		expect(error?.context['faxPlus']).toMatchObject({ outcome: 'notSent' });
		expect(error?.message).not.toContain('not known');
		expect(simulator.requests.map(({ method }) => method)).toEqual(['GET']);
	});

	test('is sent once where its answer is lost, and nobody claims to know', async () => {
		const { simulator } = bench();
		simulator.fail({ times: 1, with: 'hang-up', afterEffect: true, operationId: 'updateFax' });
		const { error } = await run({ operation: 'update', faxId: seed.faxId, updateFields: { isRead: true } });
		expect(error?.message).toMatch(/It is not known whether the fax was changed\.$/);
		expect(simulator.requests.map(({ method }) => method)).toEqual(['GET', 'PUT']);
	});
});

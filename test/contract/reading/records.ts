import type { INodeParameters } from 'n8n-workflow';

import { seed } from '../../../tools/simulator';
import { contact } from '../../../tools/simulator/makers';
import type { Settings } from '../../../tools/simulator/settings';
import { useBench } from '../support/bench';
import type { NodeResult } from '../support/execution';
import { expectSuccess, jsonOf } from '../support/execution';
import { clinic } from '../support/operationCases';
import { startRawServer, type RawServer } from '../support/rawServer';

const bench = useBench();

async function list(
	resource: 'fax' | 'contact',
	parameters: INodeParameters = {},
	at?: RawServer,
): Promise<NodeResult> {
	return await bench().run({ resource, operation: 'getAll', ...parameters }, at && { at });
}

async function idsOf(...listed: Parameters<typeof list>): Promise<unknown[]> {
	const { items } = expectSuccess(await list(...listed));
	return jsonOf(items).map(({ id }) => id);
}

describe('Faxes', () => {
	const ofInbox = [seed.faxId, seed.largeFaxId, seed.pendingFaxId, seed.unreadableFaxId, seed.unreadFaxId];
	const sent = [seed.sentFaxId, seed.busyFaxId];
	const category = 'sent';

	test.each<[INodeParameters, string[]]>([
		[{ category: 'inbox' }, ofInbox],
		[{ category }, sent],
		[{ category: 'spam' }, [seed.spamFaxId]],
		[{ options: { userId: seed.memberId } }, [seed.memberFaxId]],
		[{ limit: 2 }, ofInbox.slice(0, 2)],
		[{ filters: { from: '+1 (555) 010-0301' } }, [seed.unreadFaxId]],
		[{ filters: { from: '+15550100301', to: '+15550100302' } }, []],
		[{ category, filters: { to: ['+15550100300', '+15550100911'] } }, sent],
		[{ category, filters: { outcome: 'success' } }, [seed.sentFaxId]],
		[{ category, filters: { outcome: 'failure' } }, [seed.busyFaxId]],
		[{ category, filters: { outcome: 'any' } }, sent],
		[{ category, filters: { status: ['failed', 'failed_user_busy'] } }, [seed.busyFaxId]],
		[{ category, filters: { status: 'a_new_status' } }, []],
		[{ category, filters: { readStatus: 'unread' } }, []],
		[{ category, filters: { minPages: 1, maxPages: 1 } }, sent],
		[{ category, filters: { minPages: 2 } }, []],
		[{ filters: { from: '+15550100301' }, limit: 1 }, [seed.unreadFaxId]],
	])('with %j are the matching ones, newest first', async (parameters, ids) => {
		for (const recordNumbers of ['', '_number'] as const) {
			bench().simulator.settings.recordNumbers = recordNumbers;
			expect(await idsOf('fax', parameters)).toEqual(ids);
		}
	});

	test('are requested by times in any zone, converted to UTC', async () => {
		await idsOf('fax', { after: '2026-01-01T00:00:00+02:00', before: '2026-07-01T00:00:00' });
		expect(bench().simulator.requests[0]?.query).toMatchObject({
			after: '2025-12-31 22:00:00',
			// The workflow's time zone is New York.
			before: '2026-07-01 04:00:00',
		});
	});

	test("from yesterday use the workflow's time zone, as docs/how-do-i.md requests them", async () => {
		await idsOf('fax', { after: '={{ $today.minus({ days: 1 }) }}', before: '={{ $today }}' });
		const { after, before } = bench().simulator.requests[0]?.query ?? {};
		const inNewYork = (text: unknown): string =>
			new Date(`${String(text)}Z`).toLocaleString('sv', { timeZone: 'America/New_York' });
		const today = Date.parse(`${String(before)}Z`);
		expect(inNewYork(before)).toMatch(/ 00:00:00$/);
		expect(Date.now() - today).toBeLessThan(26 * 3_600_000);
		const lastEvening = inNewYork(new Date(today - 3_600_000).toISOString().slice(0, 19));
		expect(inNewYork(after)).toBe(lastEvening.replace(/ .*/, ' 00:00:00'));
	});

	test.each(['', '_number'] as const)(
		'are returned with from and to, even if their numbers are named with "%s"',
		async (recordNumbers) => {
			bench().simulator.settings.recordNumbers = recordNumbers;
			const { items } = await bench().run({ resource: 'fax', operation: 'get', faxId: seed.faxId });
			expect(items[0]?.json).toMatchObject({ id: seed.faxId, from: '+15550100999', to: seed.ownedNumber });
			expect(Object.keys(items[0]?.json ?? {}).filter((name) => name.endsWith('_number'))).toEqual([]);
		},
	);
});

describe('Contacts', () => {
	/** Replaces the account's contacts with the given number of new ones. */
	function fill(count: number): string[] {
		const { contacts } = clinic(bench().simulator);
		contacts.clear();
		return Array.from({ length: count }, (_, at) => {
			const id = `con_${at}`;
			contacts.set(id, contact({ id, name: `Name ${String(count - at).padStart(3, '0')}` }));
			return id;
		});
	}

	const set = (reading: Partial<Settings>): unknown => Object.assign(bench().simulator.settings, reading);
	const offsets = () => bench().simulator.requests.map(({ query }) => Number(query['offset']));

	test.each<[Partial<Settings>]>([[{}], [{ returnsContactTotal: false }]])(
		'are all returned once with %j',
		async (reading) => {
			set(reading);
			const ids = fill(120);
			expect(await idsOf('contact', { returnAll: true })).toEqual(ids);
			expect(offsets()).toEqual([0, 49, 98]);
		},
	);

	test.each([49, 50])(
		'on one page are all returned if Fax.Plus ignores `offset` and reports a total: %i',
		async (count) => {
			set({ usesContactOffset: false });
			const ids = fill(count);
			expect(await idsOf('contact', { returnAll: true })).toEqual(ids);
		},
	);

	test.each<[Partial<Settings>, number, number]>([
		[{}, 60, 50],
		[{ returnsContactTotal: false }, 50, 50],
	])(
		'cause an error if Fax.Plus may leave some out, because it ignores `offset`, with %j and %i of them',
		async (reading, count, returned) => {
			set({ ...reading, usesContactOffset: false });
			const ids = fill(count);
			const { error } = await list('contact', { returnAll: true });
			expect(error?.message).toBe(
				`n8n can't read the whole list of contacts. Fax.Plus returned ${returned}, and there may be more. Enter text in "Search", or turn off "Return All" and set "Limit".`,
			);
			expect(offsets()).toEqual([0, returned - 1]);
			// The list is complete if the limit needs no more contacts.
			expect(await idsOf('contact', { limit: returned })).toEqual(ids.slice(0, returned));
		},
	);

	test.each([
		['an error when Fax.Plus stops before it', 100, {}, 'Fax.Plus returned 100, and there may be more.'],
		['no error for a search, which may count all', 3, { search: 'Roe' }, undefined],
	])("cause %s if the total doesn't match", async (_what, count, search, message) => {
		const server = await startRawServer((request, response) => {
			const offset = Number(new URL(request.url ?? '', 'http://localhost').searchParams.get('offset'));
			const length = Math.min(50, Math.max(0, count - offset));
			const records = Array.from({ length }, (_, at) => ({ id: `con_${offset + at}` }));
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({ records, total_count: 120 }));
		});
		const { items, error } = await list('contact', { returnAll: true, ...search }, server);
		if (message === undefined) expect(items).toHaveLength(count);
		else expect(error?.message).toContain(message);
	});
});

import type { INodeParameters } from 'n8n-workflow';

import { seed } from '../../simulator';
import { contact } from '../../simulator/makers';
import type { Settings } from '../../simulator/settings';
import { useBench } from './support/bench';
import type { NodeResult } from './support/execution';
import { jsonOf } from './support/execution';
import { clinic } from './support/operationCases';
import { answering, startRawServer, type RawServer } from './support/rawServer';

const bench = useBench();

async function list(parameters: INodeParameters = { returnAll: true }, at?: RawServer): Promise<NodeResult> {
	return await bench().run({ resource: 'contact', operation: 'getAll', ...parameters }, at && { at });
}

async function idsIn(parameters?: INodeParameters): Promise<unknown[]> {
	const { items, error } = await list(parameters);
	expect(error).toBeUndefined();
	return jsonOf(items).map(({ id }) => id);
}

/** Gives the account nothing but so many contacts. */
function fill(count: number): string[] {
	const { contacts } = clinic(bench().simulator);
	contacts.clear();
	return Array.from({ length: count }, (_, at) => {
		const id = `con_${at}`;
		contacts.set(id, contact({ id, name: `Name ${String(count - at).padStart(3, '0')}` }));
		return id;
	});
}

type Reading = Partial<Pick<Settings, 'contactsTotalTold' | 'contactsOffsetHonoured' | 'largestContactPage'>>;

const set = (reading: Reading): unknown => Object.assign(bench().simulator.settings, reading);

const offsets = () => bench().simulator.requests.map(({ query }) => Number(query['offset']));

describe('All contacts come once', () => {
	test.each<[Reading, number[]]>([
		[{}, [0, 49, 98, 119]],
		[{ contactsTotalTold: false }, [0, 49, 98, 119]],
		[{ largestContactPage: 45 }, [0, 44, 88, 119]],
		[{ contactsTotalTold: false, largestContactPage: 45 }, [0, 44, 88, 119]],
	])('with %j, asked for from %j on', async (reading, asked) => {
		set(reading);
		const known = fill(120);
		expect(await idsIn()).toEqual(known);
		expect(offsets()).toEqual(asked);
	});

	test('where `offset` is ignored, one page holds them, and the service tells that these are all', async () => {
		set({ contactsOffsetHonoured: false });
		const known = fill(33);
		expect(await idsIn()).toEqual(known);
	});
});

describe('A list that the service does not tell to its end is an error', () => {
	test.each<[Reading, number, number]>([
		[{}, 60, 50],
		[{}, 120, 50],
		[{ contactsTotalTold: false }, 50, 50],
		[{ contactsTotalTold: false, largestContactPage: 20 }, 60, 20],
		[{ contactsTotalTold: false }, 33, 33],
	])('where `offset` is ignored, with %j and %i contacts', async (reading, count, told) => {
		set({ ...reading, contactsOffsetHonoured: false });
		fill(count);
		const { error } = await list();
		expect(error?.message).toBe(
			`The list of contacts cannot be read to its end: the service tells ${told}, and there may be more. Narrow the list with Search, or set a Limit without Sort By.`,
		);
		expect(offsets()).toEqual([0, told - 1, 0]);
	});

	test('but not where no more are wanted', async () => {
		set({ contactsOffsetHonoured: false });
		const known = fill(120);
		expect(await idsIn({ limit: 50 })).toEqual(known.slice(0, 50));
		expect(offsets()).toEqual([0]);
	});
});

test('a limit counts what the filters leave', async () => {
	fill(120);
	const filters = { name: 'name 00' };
	expect(await idsIn({ limit: 2, filters })).toEqual(['con_111', 'con_112']);
	expect(offsets()).toEqual([0, 49, 98]);
});

test('sorting looks at all contacts, whatever the limit', async () => {
	fill(120);
	expect(await idsIn({ limit: 2, options: { sortBy: 'name' } })).toEqual(['con_119', 'con_118']);
});

test('contacts that lack what is filtered and sorted by do no harm', async () => {
	const records = '[{"id":"bare"},{"id":"null","name":null,"groups":null},{"id":"named","name":"A"}]';
	const server = await answering(`{"records":${records},"total_count":3}`);
	const ids = async (parameters: INodeParameters) => {
		const { items } = await list(parameters, server);
		return jsonOf(items).map(({ id }) => id);
	};
	expect(await ids({ options: { sortBy: 'name', direction: 'desc' } })).toEqual(['named', 'bare', 'null']);
	expect(await ids({ filters: { isShared: false } })).toHaveLength(3);
	expect(await ids({ filters: { groupId: 'g' } })).toEqual([]);
});

test('a group is found by its ID, however the contacts tell it', async () => {
	const filters = { groupId: seed.groupIds[1] };
	for (const contactGroups of ['ids', 'objects'] as const) {
		bench().simulator.settings.contactGroups = contactGroups;
		expect(await idsIn({ filters })).toEqual([seed.contactIds[1]]);
	}
});

test('a token of narrow scopes is told that only the one for everything will do', async () => {
	const { error } = await bench().engine.run({
		parameters: { resource: 'contact', operation: 'getAll' },
		credentials: await bench().limitedAccessToken(['fax:fax:read', 'fax:member:read']),
	});
	expect(error?.description).toBe('A personal access token needs one of these scopes: fax:all:read.');
});

describe('A total that does not fit', () => {
	const page = (count: number, from = 0) =>
		Array.from({ length: count }, (_, at) => ({ id: `con_${from + at}` }));

	/** Answers each request by its offset. */
	async function listFrom(answer: (offset: number) => object, parameters: INodeParameters = {}) {
		const server = await startRawServer((request, response) => {
			const offset = Number(new URL(request.url ?? '', 'http://localhost').searchParams.get('offset'));
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(answer(offset)));
		});
		return await list({ returnAll: true, ...parameters }, server);
	}

	test('shows in an error where the service stops before it', async () => {
		const { error } = await listFrom((offset) => ({
			records: page(Math.min(50, Math.max(0, 100 - offset)), offset),
			total_count: 120,
		}));
		expect(error?.message).toMatch(/the service tells 100, and there may be more\./);
	});

	test('is no error of a search, as it may count all contacts', async () => {
		const { items } = await listFrom(
			(offset) => ({ records: page(Math.max(0, 3 - offset), offset), total_count: 120 }),
			{
				search: 'Roe',
			},
		);
		expect(items).toHaveLength(3);
	});
});

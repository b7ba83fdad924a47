import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import type { BinaryDataService } from 'n8n-core';
import type { IBinaryData, IDataObject, INodeParameters } from 'n8n-workflow';

import { seed } from '../../../tools/simulator';
import type { Failure } from '../../../tools/simulator/failures';
import type { Fax } from '../../../tools/simulator/faxing/types';
import { useBench } from '../support/bench';
import { useBinaryMode, type BinaryMode } from '../support/binaryData';
import { expectSuccess, type NodeResult, type NodeRun } from '../support/execution';
import { clinic } from '../support/operationCases';

const bench = useBench();
let store: BinaryDataService;

beforeEach(async () => {
	store = await useBinaryMode('default');
});

async function prove(parameters: INodeParameters = {}, more: Partial<NodeRun> = {}): Promise<NodeResult> {
	return await bench().run(
		{ resource: 'fax', operation: 'getProof', faxId: seed.sentFaxId, ...parameters },
		more,
	);
}

function faxOf(id: string = seed.sentFaxId): Fax {
	const fax = clinic(bench().simulator).faxes.get(id);
	if (!fax) throw new Error(`There is no fax ${id}`);
	return fax;
}

/** Makes a fax one that was transmitted a moment ago. */
function isNew(fax: Fax): void {
	const now = new Date().toISOString().slice(0, 19).replace('T', ' ');
	Object.assign(fax, { startTime: now, lastUpdate: now });
}

function only({ items }: NodeResult): { json: IDataObject; binary: Record<string, IBinaryData> } {
	const [item, ...others] = items;
	if (!item || others.length > 0) throw new Error(`There are ${items.length} items`);
	return { json: item.json, binary: item.binary ?? {} };
}

async function bytesOf({ id, data }: IBinaryData = { data: '', mimeType: '' }): Promise<Buffer> {
	return id === undefined ? Buffer.from(data, 'base64') : await readFile(store.getPath(id));
}

function sha256(bytes: Buffer): string {
	return createHash('sha256').update(bytes).digest('hex');
}

const NO_PAGES = 'The pages: Fax.Plus has no file for this fax.';
const NO_REPORT = 'The confirmation report: Fax.Plus has none for this fax.';
const NONE_FOR_RECEIVED = 'The confirmation report: Fax.Plus has none for this received fax.';

/** A response from Fax.Plus that there's no such file. */
const gone = (operationId: string): Failure => ({ times: 100, with: 404, error: 'not_found', operationId });

test.each<BinaryMode>(['default', 'filesystem'])(
	'has the record, both files and the hashes of their bytes, in binary mode %s',
	async (mode) => {
		store = await useBinaryMode(mode);
		const { simulator } = bench();
		const { json, binary } = only(expectSuccess(await prove()));
		const [pages, report] = [
			await simulator.fileOf(seed.sentFaxId, 'pdf'),
			await simulator.fileOf(seed.sentFaxId, 'report'),
		];
		expect(await bytesOf(binary['data'])).toEqual(pages);
		expect(await bytesOf(binary['report'])).toEqual(report);
		expect(json).toMatchObject({
			...{ id: seed.sentFaxId, to: '+15550100300', from: seed.ownedNumber },
			...{ outcome: 'success', comment: 'Case 4711', missing: [] },
			...{ pagesSha256: sha256(pages), pagesBytes: pages.length },
			...{ reportSha256: sha256(report), reportBytes: report.length },
			start_time: `${faxOf().startTime.replace(' ', 'T')}.000Z`,
			checkedAt: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
		});
	},
);

test.each<[what: string, id: string, failures: Failure[], outcome: string, missing: string[]]>([
	['a fax whose pages were deleted', seed.sentFaxId, [gone('getFile')], 'success', [NO_PAGES]],
	['a fax without a report', seed.sentFaxId, [gone('getFaxReport')], 'success', [NO_REPORT]],
	[
		'a fax of which nothing is left',
		seed.sentFaxId,
		[gone('getFile'), gone('getFaxReport')],
		'success',
		[NO_PAGES, NO_REPORT],
	],
	['a fax that failed', seed.busyFaxId, [], 'failure', []],
	[
		'a failed fax without files',
		seed.busyFaxId,
		[gone('getFile'), gone('getFaxReport')],
		'failure',
		[NO_PAGES, NO_REPORT],
	],
	['a received fax', seed.faxId, [], 'success', [NONE_FOR_RECEIVED]],
])('of %s names what Fax.Plus does not have', async (_what, faxId, failures, outcome, missing) => {
	for (const failure of failures) bench().simulator.fail(failure);
	const { json, binary } = only(expectSuccess(await prove({ faxId })));
	const [hasPages, hasReport] = ['The pages', 'The confirmation report'].map(
		(what) => !missing.some((text) => text.startsWith(what)),
	);
	expect(json).toMatchObject({ id: faxId, outcome, missing });
	expect([json['pagesSha256'] !== null, json['reportSha256'] !== null]).toEqual([hasPages, hasReport]);
	expect([json['pagesBytes'] !== null, json['reportBytes'] !== null]).toEqual([hasPages, hasReport]);
	expect(Object.keys(binary)).toEqual([...(hasPages ? ['data'] : []), ...(hasReport ? ['report'] : [])]);
	// The files are old enough, so there's nothing to wait for.
	expect(bench().simulator.requests).toHaveLength(3);
});

test.each<[Failure['with'], string | undefined, RegExp]>([
	[500, 'internal_server_error', /^The proof would lack the (pages|report)\. .*HTTP 500/],
	[403, 'forbidden', /^The proof would lack the (pages|report)\. .*HTTP 403/],
	[404, undefined, /^The proof would lack the (pages|report)\. .*status 404/],
	['hang-up', undefined, /^The proof would lack the (pages|report)\. /],
	['reset-body', undefined, /^The proof would lack the (pages|report)\. /],
])("fails if a file may exist, but can't be read (%s)", async (kind, error, message) => {
	for (const operationId of ['getFile', 'getFaxReport']) {
		const { simulator } = bench();
		simulator.reset();
		simulator.fail({
			...{ times: 100, with: kind, operationId },
			...(error === undefined ? { text: '<html>Not found</html>' } : { error }),
		});
		const { items, error: shown } = await prove();
		expect(items).toEqual([]);
		expect(shown?.message).toMatch(message);
		expect(shown?.message).toContain(operationId === 'getFile' ? 'the pages' : 'the report');
	}
});

test('waits for the files of a fax that was transmitted a moment ago', async () => {
	const fax = faxOf();
	isNew(fax);
	fax.documentFrom = Date.now() + 5_000;
	const { json } = only(expectSuccess(await prove()));
	expect(json).toMatchObject({ missing: [], reportBytes: expect.any(Number) as unknown });
});

test('of a received fax does not wait for a report', async () => {
	isNew(faxOf(seed.faxId));
	const { json } = only(expectSuccess(await prove({ faxId: seed.faxId })));
	expect(json['missing']).toEqual([NONE_FOR_RECEIVED]);
	expect(bench().simulator.requests).toHaveLength(3);
});

test.each(['submitted', 'sending', 'in_progress'])(
	'of a fax that is %s is refused before any file is read, with what to do',
	async (status) => {
		Object.assign(faxOf(), { status });
		const { items, error } = await prove();
		expect(items).toEqual([]);
		expect(error?.message).toBe(
			`The fax "${seed.sentFaxId}" isn't final yet. Its status is "${status}" (not_final)`,
		);
		expect(error?.description).toBe('Run "Fax: Wait for Result" before this node.');
		expect(bench().simulator.requests).toHaveLength(1);
	},
);

test('of a fax in the outbox is refused, with what to do', async () => {
	const { items, error } = await prove({ faxId: seed.outboxFaxId });
	expect(items).toEqual([]);
	expect(error?.message).toMatch(/^Fax\.Plus can't find the value of "Fax": /);
	expect(error?.description).toContain('run "Fax: Wait for Result" before this node');
});

test('of a fax with an unknown status says that its result is unknown', async () => {
	Object.assign(faxOf(), { status: 'a_new_status' });
	const { json } = only(expectSuccess(await prove()));
	expect(json).toMatchObject({
		outcome: 'pending',
		missing: [`The result: it's unknown whether the fax is final, because its status is "a_new_status".`],
	});
});

test('fails if the token may not read faxes', async () => {
	const credentials = await bench().limitedAccessToken(['fax:all:edit']);
	const { items, error } = await prove({}, { credentials });
	expect(items).toEqual([]);
	expect(error?.description).toContain('needs one of these scopes: fax:all:read, fax:fax:read');
});

test('puts both files into the named fields, which must differ', async () => {
	const named = { binaryPropertyName: 'letter', reportPropertyName: 'receipt' };
	expect(Object.keys(only(expectSuccess(await prove(named))).binary)).toEqual(['letter', 'receipt']);
	bench().simulator.reset();
	bench().expectRefused(
		await prove({ binaryPropertyName: 'data', reportPropertyName: 'data' }),
		'"Put Pages in Field" and "Put Report in Field" are both "data". Enter two different names.',
	);
});

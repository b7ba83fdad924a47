import { createHash } from 'node:crypto';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { seed } from '../../../simulator';
import type { NodeRun } from '../support/execution';
import { useBench } from '../support/bench';
import { expectSuccess } from '../support/execution';
import { useBinaryMode } from '../support/binaryData';
import { clinic } from '../support/operationCases';
import { BUSY, file, NUMBER, sendingOf, withFiles } from '../support/sending';

const bench = useBench();
const { waiting: inOutbox, slowly, requestsOf, ...sending } = sendingOf(bench);

const PDF = Buffer.from('%PDF-1.4 contract');
const PNG = Buffer.from('\x89PNG\r\n\x1a\n a picture', 'latin1');
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

const twoFiles = withFiles({ a: file('a.pdf', 'application/pdf', PDF), b: file('b.png', 'image/png', PNG) });

const waiting = { pollingInterval: 1, waitLimit: 30, failIfNotDelivered: false };

async function send({ options, ...parameters }: INodeParameters = {}, more?: Partial<NodeRun>) {
	return await sending.send({ ...parameters, options: { evidence: true, ...(options as object) } }, more);
}

async function wait(faxId: string, sendEvidence: unknown, options: INodeParameters = {}) {
	return await bench().run(
		{
			resource: 'fax',
			operation: 'waitForResult',
			faxId,
			options: { ...waiting, evidence: true, ...options },
		},
		{ items: [{ json: { evidence: sendEvidence } as IDataObject }] },
	);
}

const evidenceIn = (items: INodeExecutionData[]): IDataObject[] =>
	items.map(({ json }) => json['evidence'] as IDataObject);

test('without the option nothing is put out', async () => {
	const { items } = await sending.send({ waitUntilSent: true, options: waiting });
	expect(items[0]?.json).not.toHaveProperty('evidence');
	expect(items[0]?.binary).toBeUndefined();
});

test('a send that does not wait tells what was uploaded, in its order, and that it is pending', async () => {
	slowly();
	const { items } = await send({ source: 'files', binaryPropertyNames: 'b, a' }, { items: [twoFiles] });
	const fax = inOutbox();
	expect(evidenceIn(items)).toEqual([
		{
			faxId: fax?.id,
			to: NUMBER,
			from: seed.ownedNumber,
			documents: 2,
			sha256: fax?.documents.map(({ bytes }) => sha256(bytes)).join(', '),
			bytes: `${PNG.length}, ${PDF.length}`,
			pages: null,
			submittedAt: expect.stringMatching(ISO) as string,
			endedAt: null,
			outcome: 'pending',
			status: 'submitted',
			statusMeaning: 'The fax waits to be converted.',
			tries: null,
			cost: null,
			duration: null,
			report: false,
		},
	]);
	expect(evidenceIn(items)[0]?.['sha256']).toBe(`${sha256(PNG)}, ${sha256(PDF)}`);
	expect(items[0]?.binary).toBeUndefined();
});

test('pages are those of the documents where they are certain, with the cover page', async () => {
	slowly();
	const page = { nameTo: 'A', nameFrom: 'B', subject: 'C' };
	const { items } = await send({ options: { coverPage: { page } } });
	expect(evidenceIn(items)[0]).toMatchObject({ pages: 2, documents: 1, sha256: sha256('Hello'), bytes: '5' });
});

test('each recipient that is waited for has what became of its fax, and the report', async () => {
	const { items } = expectSuccess(
		await send({ to: `${NUMBER},${BUSY}`, waitUntilSent: true, options: { ...waiting, retryCount: 0 } }),
	);
	const records = [...clinic(bench().simulator).faxes.values()];
	expect(evidenceIn(items)).toEqual(
		[NUMBER, BUSY].map((number) => {
			const record = records.filter(({ to }) => to === number).at(-1);
			const inUtc = (time = ''): string => `${time.replace(' ', 'T')}.000Z`;
			return {
				faxId: record?.id,
				to: number,
				from: seed.ownedNumber,
				documents: 1,
				sha256: sha256('Hello'),
				bytes: '5',
				pages: record?.pages,
				submittedAt: inUtc(record?.submitTime ?? ''),
				endedAt: inUtc(record?.lastUpdate),
				outcome: number === BUSY ? 'failure' : 'success',
				status: record?.status,
				statusMeaning: items.find(({ json: { to } }) => to === number)?.json['statusMeaning'],
				tries: null,
				cost: record?.cost,
				duration: record?.duration,
				report: true,
			};
		}),
	);
	expect(items.map(({ binary }) => [Object.keys(binary ?? {}), binary?.['report']?.mimeType])).toEqual([
		[['report'], 'application/pdf'],
		[['report'], 'application/pdf'],
	]);
});

test('a report that cannot be had fails nothing', async () => {
	bench().simulator.fail({ operationId: 'getFaxReport', times: 100, with: 403 });
	const { items } = expectSuccess(await send({ waitUntilSent: true, options: waiting }));
	expect(evidenceIn(items)[0]).toMatchObject({ outcome: 'success', report: false });
	expect(items[0]?.binary).toBeUndefined();
	expect(requestsOf('getFaxReport').length).toBeGreaterThan(0);
});

test('an error over what was not delivered has the evidence', async () => {
	const options = { ...waiting, failIfNotDelivered: true, retryCount: 0 };
	const { items } = await send(
		{ to: BUSY, waitUntilSent: true, options },
		{ onError: 'continueRegularOutput' },
	);
	expect(JSON.stringify(items[0]?.json)).toContain(`"sha256":"${sha256('Hello')}"`);
});

test('an upload that is made again counts as it went through', async () => {
	bench().simulator.fail({ operationId: 'uploadFile', times: 1, with: 503, retryAfter: '0' });
	slowly();
	const { items } = await send({ source: 'files', binaryPropertyNames: 'a' }, { items: [twoFiles] });
	expect(evidenceIn(items)[0]).toMatchObject({ sha256: sha256(PDF), bytes: String(PDF.length) });
});

test('an existing fax that is sent again is known by what was uploaded of it', async () => {
	slowly();
	const { items } = await send({ source: 'fax', faxId: seed.faxId });
	const fax = inOutbox();
	expect(evidenceIn(items)[0]).toMatchObject({
		documents: 1,
		sha256: fax?.documents.map(({ bytes }) => sha256(bytes)).join(', '),
		pages: null,
	});
});

describe('a retry', () => {
	let began = 1_710_000_000_000;

	/** In n8n's storage, where a file is known by its name, type and size alone. */
	async function stored(bytes: Buffer): Promise<INodeExecutionData> {
		const place = { type: 'execution', workflowId: 'contract', executionId: 'of the file' } as const;
		const disk = await useBinaryMode('filesystem');
		return withFiles({ data: await disk.store(place, bytes, file('a.pdf', 'application/pdf', PDF)) });
	}

	async function sentAndRetried(first: Buffer, second: Buffer) {
		slowly();
		began += 1000;
		await send({ source: 'files' }, { items: [await stored(first)], beganAt: began });
		const { items } = await send({ source: 'files' }, { items: [await stored(second)], retryOf: began });
		expect(requestsOf('uploadFile')).toHaveLength(1);
		return evidenceIn(items)[0];
	}

	afterAll(async () => {
		await useBinaryMode('default');
	});

	test('uploads nothing, and knows the documents that the earlier attempt has uploaded', async () => {
		expect(await sentAndRetried(PDF, PDF)).toMatchObject({
			faxId: expect.any(String) as string,
			documents: 1,
			sha256: sha256(PDF),
			submittedAt: null,
		});
	});

	test('says nothing of a document that was made anew and is another now', async () => {
		const another = Buffer.from(PDF).fill('x', 10);
		expect(await sentAndRetried(PDF, another)).toMatchObject({
			faxId: expect.any(String) as string,
			documents: null,
			sha256: null,
			bytes: null,
			pages: null,
		});
	});
});

describe('Wait for Result', () => {
	async function sent() {
		const { items } = await send();
		return { ...evidenceIn(items)[0], faxId: evidenceIn(items)[0]?.['faxId'] as string };
	}

	test.each([
		['an object', (evidence: IDataObject) => evidence],
		['JSON', (evidence: IDataObject) => JSON.stringify(evidence)],
		['a row of a table', (evidence: IDataObject) => ({ ...evidence, id: 3, bytes: 5, pages: 1, cost: '' })],
	])('goes on with what Send has put out: %s', async (_form, pass) => {
		const evidence = await sent();
		const { items } = expectSuccess(await wait(evidence.faxId, pass(evidence)));
		expect(evidenceIn(items)[0]).toMatchObject({
			documents: 1,
			sha256: sha256('Hello'),
			bytes: '5',
			outcome: 'success',
			endedAt: expect.stringMatching(ISO) as string,
			report: true,
		});
	});

	test.each([undefined, null, '', {}])('knows no documents where it is given %j', async (nothing) => {
		const { faxId } = await sent();
		const { items } = expectSuccess(await wait(faxId, nothing));
		expect(evidenceIn(items)[0]).toMatchObject({ documents: null, sha256: null, bytes: null, to: NUMBER });
	});

	test.each([
		['no object', 'Evidence of the Send is not an object'],
		[[1], 'Evidence of the Send is not an object'],
		[{ sha256: 'abc' }, 'Evidence of the Send: sha256 "abc" is not what "Send" puts out.'],
		[{ documents: -1 }, 'Evidence of the Send: documents "-1" is not what "Send" puts out.'],
		[{ faxId: 'another' }, 'Evidence of the Send is that of fax "another", and the field Fax holds'],
	])('refuses %j', async (given, message) => {
		const { faxId } = await sent();
		const { error } = await wait(faxId, given);
		expect(error?.message).toContain(message);
	});

	test('a fax that is on its way is pending, with its tries so far and no report', async () => {
		bench().simulator.sending.sending = 60_000;
		const evidence = await sent();
		const { items } = await wait(evidence.faxId, evidence, { waitLimit: 1 });
		expect(evidenceIn(items)[0]).toMatchObject({ outcome: 'pending', endedAt: null, report: false });
		expect(evidenceIn(items)[0]?.['tries']).toEqual(expect.any(Number));
		expect(requestsOf('getFaxReport')).toEqual([]);
	});

	test('a fax that has left the outbox, but not ended, has no end yet', async () => {
		const id = bench().simulator.addFax({ category: 'sent', status: 'sending' });
		const { items } = await wait(id, {}, { waitLimit: 1 });
		expect(evidenceIn(items)[0]).toMatchObject({ faxId: id, outcome: 'pending', endedAt: null });
	});
});

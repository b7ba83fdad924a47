import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';

import type { BinaryDataService } from 'n8n-core';
import type { IBinaryData, INodeParameters } from 'n8n-workflow';

import { seed } from '../../simulator';
import { AUTHENTICATIONS, useBench } from './support/bench';
import type { BinaryMode } from './support/binaryData';
import { useBinaryMode } from './support/binaryData';
import type { NodeResult } from './support/execution';
import { answering, startRawServer } from './support/rawServer';

const bench = useBench();
let store: BinaryDataService;

const PDF = Buffer.from('%PDF-1.7\nand the rest of it\n%%EOF');
const TIFF = Buffer.from('II*\0and the rest of it', 'latin1');

function fileOf({ items }: NodeResult, at = 0): IBinaryData {
	const file = items[at]?.binary?.['data'];
	if (!file) throw new Error('The item has no file');
	return file;
}

/** The bytes that n8n keeps: in the item, or in the file on disk to which the item points. */
async function bytesOf(file: IBinaryData): Promise<Buffer> {
	return file.id === undefined ? Buffer.from(file.data, 'base64') : await readFile(store.getPath(file.id));
}

async function download(parameters: INodeParameters = {}, baseUrl?: string): Promise<NodeResult> {
	return await bench().engine.run({
		parameters: { resource: 'fax', operation: 'download', faxId: seed.faxId, ...parameters },
		credentials: await bench().accessToken(seed.ownerToken, baseUrl),
	});
}

/** What a download makes of an answer that is not the service's. */
async function downloadOf(
	body: Buffer | string,
	contentType: string | undefined,
	parameters: INodeParameters = {},
): Promise<NodeResult & { requests: string[] }> {
	const server = await answering(body, { type: contentType ?? '' });
	const result = await download(parameters, server.baseUrl);
	return { ...result, requests: server.requests };
}

describe.each<BinaryMode>(['default', 'filesystem'])('a document, with n8n in binary mode %s', (mode) => {
	beforeEach(async () => {
		store = await useBinaryMode(mode);
	});

	test.each(
		AUTHENTICATIONS.flatMap((authentication) =>
			(['pdf', 'tiff'] as const).map((format) => ({ authentication, format })),
		),
	)('arrives byte for byte, with one request: %j', async ({ authentication, format }) => {
		const { engine, simulator } = bench();
		const result = await engine.run({
			parameters: {
				authentication,
				resource: 'fax',
				operation: 'download',
				faxId: seed.sentFaxId,
				format,
			},
			credentials: await bench().credentials(authentication),
		});
		expect(result.error).toBeUndefined();
		const mimeType = format === 'pdf' ? 'application/pdf' : 'image/tiff';
		const file = fileOf(result);
		expect(file).toMatchObject({ mimeType, fileName: `fax-${seed.sentFaxId}.${format}` });
		expect(file.id === undefined).toBe(mode === 'default');
		expect((await bytesOf(file)).equals(await simulator.fileOf(seed.sentFaxId, format))).toBe(true);
		expect(simulator.requests.map(({ headers }) => headers['accept'])).toEqual([
			`${mimeType}, application/json`,
		]);
	});

	test('is the report of a fax', async () => {
		const result = await download({ operation: 'getReport', faxId: seed.sentFaxId });
		expect(fileOf(result)).toMatchObject({
			mimeType: 'application/pdf',
			fileName: `fax-${seed.sentFaxId}-report.pdf`,
		});
		const report = await bench().simulator.fileOf(seed.sentFaxId, 'report');
		expect((await bytesOf(fileOf(result))).equals(report)).toBe(true);
	});

	test('goes to n8n as a stream, so that the node never holds it whole', async () => {
		const storing = jest.spyOn(store, 'store');
		await download();
		expect(storing.mock.calls.map(([, content]) => content instanceof Readable)).toEqual([true]);
		storing.mockRestore();
	});

	test('is read again when the connection breaks half-way', async () => {
		const { simulator } = bench();
		simulator.fail({ times: 2, with: 'reset-body' });
		const result = await download();
		expect(result.error).toBeUndefined();
		expect(simulator.requests).toHaveLength(3);
		expect((await bytesOf(fileOf(result))).equals(await simulator.fileOf(seed.faxId))).toBe(true);
	});

	test('is given up when the connection breaks every time', async () => {
		const { simulator } = bench();
		simulator.fail({ times: 10, with: 'reset-body' });
		const { items, error } = await download();
		expect(items).toEqual([]);
		expect(error?.message).toBe('The connection to the service broke (connection reset)');
		expect(simulator.requests).toHaveLength(4);
	});
});

describe('the file', () => {
	beforeEach(async () => {
		store = await useBinaryMode('default');
	});

	test.each([
		['a PDF as what it is', PDF, 'application/pdf', 'pdf', 'application/pdf', 'pdf'],
		['a TIFF as what it is', TIFF, 'image/tiff', 'tiff', 'image/tiff', 'tiff'],
		['a TIFF in place of a PDF', TIFF, 'image/tiff', 'pdf', 'image/tiff', 'tiff'],
		['a PDF in place of a TIFF', PDF, 'application/pdf', 'tiff', 'application/pdf', 'pdf'],
		['a TIFF that calls itself PDF', TIFF, 'application/pdf', 'pdf', 'image/tiff', 'tiff'],
		['a PDF that calls itself HTML', PDF, 'text/html', 'pdf', 'application/pdf', 'pdf'],
		['bytes without a type', PDF, undefined, 'pdf', 'application/pdf', 'pdf'],
		['bytes of any type', TIFF, 'application/octet-stream', 'pdf', 'image/tiff', 'tiff'],
		[
			'a TIFF of the other byte order',
			Buffer.from('MM\0*rest', 'latin1'),
			undefined,
			'pdf',
			'image/tiff',
			'tiff',
		],
	])(
		'holds %s, and its name and the item say so',
		async (_what, body, contentType, format, mimeType, came) => {
			const result = await downloadOf(body, contentType, { format });
			expect(result.error).toBeUndefined();
			expect(fileOf(result)).toMatchObject({ mimeType, fileName: `fax-${seed.faxId}.${came}` });
			expect(result.items[0]?.json).toEqual({ faxId: seed.faxId, format: came });
			expect((await bytesOf(fileOf(result))).equals(body)).toBe(true);
		},
	);

	test.each([
		['a page', '<html>Please log in</html>'],
		['a page after a line', '\n<!doctype html>'],
		['JSON', '{"status":"processing"}'],
		['an error of the service', '{"error":"bad_request","description":"Not found"}'],
		['a word', 'OK'],
		['half a beginning', '%PDF'],
		['a picture', '\x89PNG\r\n\x1a\n and so on'],
	])('is never %s, whatever it calls itself', async (_what, body) => {
		for (const contentType of ['application/pdf', 'image/tiff', 'text/html', 'application/json', undefined]) {
			const { items, error, requests } = await downloadOf(body, contentType);
			expect(items).toEqual([]);
			expect(error?.message).toBe(
				'The answer is not a document, so it does not come from the service (unexpected_answer, HTTP 200)',
			);
			expect(error?.description).toMatch(/^Check the Base URL in the credential: something other/);
			expect(requests).toHaveLength(1);
		}
	});

	test('is never empty', async () => {
		for (const mode of ['default', 'filesystem'] as const) {
			await useBinaryMode(mode);
			const { items, error } = await downloadOf('', 'application/pdf');
			expect(items).toEqual([]);
			expect(error?.message).toBe('The service answered without a document (unexpected_answer, HTTP 200)');
		}
	});

	test('that comes slowly, but steadily, is not cut by the timeout', async () => {
		const parts = ['%PDF-1.7', ...Array.from({ length: 3 }, (_, at) => `\npart ${at}`)];
		const server = await startRawServer((_request, response) => {
			response.writeHead(200, { 'content-type': 'application/pdf' });
			const rest = [...parts];
			const timer = setInterval(() => {
				const part = rest.shift();
				if (part !== undefined) response.write(part);
				else response.end();
			}, 400);
			response.on('close', () => {
				clearInterval(timer);
			});
		});
		const result = await download({ options: { timeout: 1 } }, server.baseUrl);
		expect(result.error).toBeUndefined();
		expect((await bytesOf(fileOf(result))).toString()).toBe(parts.join(''));
		expect(server.requests).toHaveLength(1);
	});

	test.each(['', '%PDF-1.7 and then nothing'])(
		'that stops arriving after "%s" is given up after the timeout',
		async (beginning) => {
			const server = await startRawServer((_request, response) => {
				response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': '1000' });
				response.write(beginning);
			});
			const { error } = await download({ options: { timeout: 1 } }, server.baseUrl);
			expect(error?.message).toMatch(/ in time \(timeout\)$/);
			expect(server.requests).toHaveLength(1);
		},
	);

	test('goes into the field that is named', async () => {
		const { items } = await download({ binaryPropertyName: 'letter' });
		expect(Object.keys(items[0]?.binary ?? {})).toEqual(['letter']);
	});

	test.each([400, 404] as const)('of a fax that does not exist is an error: %i', async (status) => {
		bench().simulator.settings.missingStatus = status;
		const { error } = await download({ faxId: 'fax_none' });
		expect(error).toMatchObject({
			httpCode: String(status),
			description: expect.stringMatching(/^Check Fax: the service found nothing with it\./) as unknown,
		});
	});
});

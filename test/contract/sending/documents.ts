import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';

import type { BinaryDataService } from 'n8n-core';
import type { IBinaryData, INodeParameters } from 'n8n-workflow';

import { seed } from '../../../tools/simulator';
import { AUTHENTICATIONS, useBench } from '../support/bench';
import type { BinaryMode } from '../support/binaryData';
import { useBinaryMode } from '../support/binaryData';
import { expectSuccess, type NodeResult, type NodeRun } from '../support/execution';
import { clinic } from '../support/operationCases';
import { answering, startRawServer, type RawServer } from '../support/rawServer';

const bench = useBench();
let store: BinaryDataService;

beforeEach(async () => {
	store = await useBinaryMode('default');
});

const PDF = Buffer.from('%PDF-1.7\nand the rest of it\n%%EOF');
const TIFF = Buffer.from('II*\0and the rest of it', 'latin1');

function fileOf({ items }: NodeResult, at = 0): IBinaryData {
	const file = items[at]?.binary?.['data'];
	if (!file) throw new Error('The item has no file');
	return file;
}

/** Returns the bytes of a file, whether n8n keeps it in the item or on disk. */
async function bytesOf(file: IBinaryData): Promise<Buffer> {
	return file.id === undefined ? Buffer.from(file.data, 'base64') : await readFile(store.getPath(file.id));
}

async function read(
	operation: 'download' | 'getReport' | 'getThumbnail',
	parameters: INodeParameters = {},
	more: Partial<NodeRun> & { at?: RawServer } = {},
): Promise<NodeResult> {
	return await bench().run({ resource: 'fax', operation, faxId: seed.faxId, ...parameters }, more);
}

/** Runs a read that gets a response from a server other than Fax.Plus. */
async function readOf(
	operation: 'download' | 'getThumbnail',
	body: Buffer | string,
	type: string | undefined,
	{ status, ...parameters }: INodeParameters & { status?: number } = {},
): Promise<NodeResult & { requests: string[] }> {
	const at = await answering(body, { type: type ?? '', ...(status === undefined ? {} : { status }) });
	return { ...(await read(operation, parameters, { at })), requests: at.requests };
}

describe.each<BinaryMode>(['default', 'filesystem'])('a file, with n8n in binary mode %s', (mode) => {
	beforeEach(async () => {
		store = await useBinaryMode(mode);
	});

	test.each(
		AUTHENTICATIONS.flatMap((authentication) =>
			(
				[
					['download', 'pdf', 'application/pdf', '.pdf'],
					['download', 'tiff', 'image/tiff', '.tiff'],
					['getReport', 'report', 'application/pdf', '-report.pdf'],
					['getThumbnail', 'thumbnail', 'image/jpeg', '.jpg'],
				] as const
			).map((one) => [authentication, ...one] as const),
		),
	)('with %s, %s of %s arrives byte for byte', async (authentication, operation, kind, mimeType, ending) => {
		const { simulator } = bench();
		const format = kind === 'tiff' ? kind : 'pdf';
		const result = expectSuccess(await read(operation, { authentication, faxId: seed.sentFaxId, format }));
		const file = fileOf(result);
		expect(file).toMatchObject({ mimeType, fileName: `fax-${seed.sentFaxId}${ending}` });
		expect(file.id === undefined).toBe(mode === 'default');
		expect((await bytesOf(file)).equals(await simulator.fileOf(seed.sentFaxId, kind))).toBe(true);
		expect(simulator.requests).toHaveLength(1);
		if (operation === 'download')
			expect(simulator.requests[0]?.headers['accept']).toBe(`${mimeType}, application/json`);
	});

	test('goes to n8n as a stream, so the node never holds it in memory', async () => {
		const storing = jest.spyOn(store, 'store');
		await read('download');
		expect(storing.mock.calls.map(([, content]) => content instanceof Readable)).toEqual([true]);
		storing.mockRestore();
	});

	test('is read again when the connection breaks halfway', async () => {
		const { simulator } = bench();
		simulator.fail({ times: 2, with: 'reset-body' });
		const result = expectSuccess(await read('download'));
		expect(simulator.requests).toHaveLength(3);
		expect((await bytesOf(fileOf(result))).equals(await simulator.fileOf(seed.faxId))).toBe(true);
	});

	test('is never empty', async () => {
		const { items, error } = await readOf('download', '', 'application/pdf');
		expect(items).toEqual([]);
		expect(error?.message).toBe('Fax.Plus responded without a document (unexpected_answer, HTTP 200)');
	});
});

describe('the file', () => {
	test.each<[what: string, body: Buffer, type: string | undefined, format: string, expected: string]>([
		['a PDF that is declared as PDF', PDF, 'application/pdf', 'pdf', 'pdf'],
		['a TIFF that is declared as TIFF', TIFF, 'image/tiff', 'tiff', 'tiff'],
		['a TIFF instead of a PDF', TIFF, 'image/tiff', 'pdf', 'tiff'],
		['a PDF instead of a TIFF', PDF, 'application/pdf', 'tiff', 'pdf'],
		['a TIFF that is declared as PDF', TIFF, 'application/pdf', 'pdf', 'tiff'],
		['a PDF that is declared as HTML', PDF, 'text/html', 'pdf', 'pdf'],
		['bytes without a type', PDF, undefined, 'pdf', 'pdf'],
		['bytes of an unknown type', TIFF, 'application/octet-stream', 'pdf', 'tiff'],
		['a PDF with lines before it', Buffer.from('\r\n--scan\r\n\r\n%PDF-1.4\nrest'), undefined, 'pdf', 'pdf'],
		['a PDF after a byte order mark', Buffer.from('\uFEFF%PDF-1.4\nrest'), undefined, 'pdf', 'pdf'],
		['a TIFF with the other byte order', Buffer.from('MM\0*rest', 'latin1'), undefined, 'pdf', 'tiff'],
	])('contains %s, and its name and the item say so', async (_what, body, type, format, expected) => {
		const result = expectSuccess(await readOf('download', body, type, { format }));
		expect(fileOf(result)).toMatchObject({
			mimeType: expected === 'pdf' ? 'application/pdf' : 'image/tiff',
			fileName: `fax-${seed.faxId}.${expected}`,
		});
		expect(result.items[0]?.json).toEqual({ id: seed.faxId, format: expected });
		expect((await bytesOf(fileOf(result))).equals(body)).toBe(true);
	});

	test.each([
		['picture', 'image/png', 'image/png', 'png'],
		['picture', 'IMAGE/PNG', 'image/png', 'png'],
		['picture', 'image/svg+xml', 'image/svg+xml', 'svg'],
		['picture', 'image/jpeg; charset=binary', 'image/jpeg', 'jpg'],
		['picture', 'application/octet-stream', 'image/jpeg', 'jpg'],
		['picture', undefined, 'image/jpeg', 'jpg'],
		['\x89PNG\r\n\x1a\n', 'image/jpeg', 'image/png', 'png'],
	])(
		'of a thumbnail %j sent as %s is stored as %s, in a file .%s',
		async (body, type, mimeType, extension) => {
			const result = await readOf('getThumbnail', Buffer.from(body, 'latin1'), type);
			expect(fileOf(result)).toMatchObject({ mimeType, fileName: `fax-${seed.faxId}.${extension}` });
		},
	);

	test.each<['download' | 'getThumbnail', string, string[], Array<string | undefined>]>([
		[
			'download',
			'document',
			[
				...[
					'<html>%PDF-1.4\n</html>',
					'{"file":"\n%PDF-1.4\n"}',
					'<html>Please log in</html>',
					'\n<!doctype html>',
					'{"status":"processing"}',
					'OK',
					'%PDF',
				],
				...['{"error":"bad_request","description":"Not found"}', '\x89PNG\r\n\x1a\n and so on'],
			],
			['application/pdf', 'image/tiff', 'text/html', 'application/json', undefined],
		],
		[
			'getThumbnail',
			'picture',
			['%PDF-1.7 and more', '<!DOCTYPE html><html>', '{"error":"not_found"}', '\n<html>'],
			['image/jpeg', 'text/html', 'text/html; charset=utf-8', 'application/json'],
		],
	])(
		'of %s is a %s, and nothing else, whatever its declared type',
		async (operation, what, bodies, types) => {
			for (const body of bodies)
				for (const type of types) {
					const { items, error, requests } = await readOf(operation, body, type);
					expect(items).toEqual([]);
					expect(error?.message).toBe(
						`The response isn't a ${what}, so it isn't from Fax.Plus (unexpected_answer, HTTP 200)`,
					);
					expect(error?.description).toMatch(/^Check "Base URL" in the credential\. Something other/);
					expect(requests).toHaveLength(1);
				}
		},
	);

	test.each([
		['without bytes', 200, /^Fax\.Plus responded without a picture \(.*HTTP 200\)$/],
		['without a body', 204, /^Fax\.Plus responded without any content \(.*HTTP 204\)$/],
	])('of a thumbnail is never created from an answer %s', async (_what, status, message) => {
		const { items, error } = await readOf('getThumbnail', '', 'image/jpeg', { status });
		expect(items).toEqual([]);
		expect(error?.message).toMatch(message);
		expect(error?.context['itemIndex']).toBe(0);
	});

	test("that arrives slowly, but steadily, isn't cut off by the timeout", async () => {
		const parts = ['%PDF-1.7', ...Array.from({ length: 3 }, (_, at) => `\npart ${at}`)];
		const at = await startRawServer((_request, response) => {
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
		const result = expectSuccess(await read('download', { options: { timeout: 1 } }, { at }));
		expect((await bytesOf(fileOf(result))).toString()).toBe(parts.join(''));
		expect(at.requests).toHaveLength(1);
	});

	test.each(['', '%PDF-1.7 and then nothing'])(
		'that stops arriving after "%s" fails after the timeout',
		async (start) => {
			const at = await startRawServer((_request, response) => {
				response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': '1000' });
				response.write(start);
			});
			const { error } = await read('download', { options: { timeout: 1 } }, { at });
			expect(error?.message).toMatch(/ in time \(timeout\)$/);
			expect(at.requests).toHaveLength(1);
		},
	);

	test('goes into the selected field', async () => {
		const { items } = await read('download', { binaryPropertyName: 'letter' });
		expect(Object.keys(items[0]?.binary ?? {})).toEqual(['letter']);
	});

	test('of each item is returned in order, and for the named member', async () => {
		const { simulator } = bench();
		simulator.latency = ({ path }) => (path.includes(seed.largeFaxId) ? 60 : 0);
		const asked = [
			{ fax: seed.largeFaxId, user: 'self' },
			{ fax: seed.faxId, user: 'self' },
			{ fax: seed.memberFaxId, user: seed.memberId },
		];
		const parameters = { faxId: '={{ $json.fax }}', options: { userId: '={{ $json.user }}' } };
		const result = await read('getThumbnail', parameters, { items: asked.map((json) => ({ json })) });
		expect(result.items.map(({ json, pairedItem }) => [json, pairedItem])).toEqual(
			asked.map(({ fax }, item) => [{ id: fax }, { item }]),
		);
		for (const [at, { fax }] of asked.entries())
			expect(await bytesOf(fileOf(result, at))).toEqual(await simulator.fileOf(fax, 'thumbnail'));
		expect(simulator.requests.map(({ path }) => path)).toContain(
			`/accounts/${seed.memberId}/thumbnail/${seed.memberFaxId}`,
		);
	});
});

describe('a fax that is marked as read', () => {
	const isRead = (id: string = seed.unreadFaxId) => clinic(bench().simulator).faxes.get(id)?.isRead;
	const marking = { faxId: seed.unreadFaxId, markAsRead: true };

	test('is marked once its file is stored, and not before', async () => {
		const storing = jest.spyOn(store, 'store').mockImplementationOnce(async () => {
			expect(isRead()).toBe(false);
			return await Promise.reject(new Error('The disk is full'));
		});
		const { error } = await read('download', marking);
		expect([error?.description, isRead()]).toEqual([expect.stringContaining('The disk is full'), false]);
		storing.mockRestore();
		expect(expectSuccess(await read('download', marking)).hints).toEqual([]);
		expect(isRead()).toBe(true);
	});

	test("stays as it is if it's already read, or the switch is off", async () => {
		await read('download', { ...marking, markAsRead: false });
		expect(isRead()).toBe(false);
		await read('download', { ...marking, faxId: seed.faxId });
		await read('download', { ...marking, faxId: seed.faxId });
		expect(bench().simulator.requests.map(({ method }) => method)).toEqual([
			...['GET', 'GET', 'GET', 'PUT'],
			...['GET', 'GET'],
		]);
	});

	test("is returned with its file if it can't be marked, and one hint reports all of them", async () => {
		const credentials = await bench().limitedAccessToken(['fax:all:read']);
		const items = Array.from({ length: 12 }, () => ({ json: {} }));
		const result = expectSuccess(await read('download', marking, { credentials, items }));
		expect(result.items.map((_item, at) => fileOf(result, at).mimeType)).toEqual(
			items.map(() => 'application/pdf'),
		);
		expect(result.hints).toHaveLength(1);
		expect(result.hints[0]).toContain(`these faxes weren't marked as read: ${seed.unreadFaxId}, `);
		expect(result.hints[0]).toMatch(/ and 2 others\. .*HTTP 403.*needs one of these scopes: fax:all:edit/);
		expect(isRead()).toBe(false);
	});
});

import { deflateSync } from 'node:zlib';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';

import { countPages } from '../../nodes/FaxPlus/resources/fax/sending/pages/count';

const TYPES: Record<string, string> = { pdf: 'application/pdf', tiff: 'image/tiff', txt: 'text/plain' };

async function count(extension: string, ...parts: Array<Uint8Array | string>): Promise<number | undefined> {
	const chunks = parts.map((part) => Buffer.from(part));
	const size = chunks.reduce((sum, { length }) => sum + length, 0);
	return await countPages({
		name: `a.${extension}`,
		type: TYPES[extension] ?? '',
		size,
		open: async () => await Promise.resolve(chunks),
	});
}

async function pdf(pages: number, useObjectStreams: boolean): Promise<Uint8Array> {
	const document = await PDFDocument.create();
	for (let page = 0; page < pages; page++) document.addPage().drawText(`Page ${page}`);
	return await document.save({ useObjectStreams });
}

describe('a PDF', () => {
	test.each([true, false])('with object streams: %s', async (useObjectStreams) => {
		for (const pages of [1, 2, 75])
			expect(await count('pdf', await pdf(pages, useObjectStreams))).toBe(pages);
	});

	test('that came in pieces', async () => {
		const bytes = await pdf(3, true);
		expect(await count('pdf', bytes.subarray(0, 3), bytes.subarray(3, 500), bytes.subarray(500))).toBe(3);
	});

	test('that was edited: a page written twice is one', async () => {
		const bytes = Buffer.from(await pdf(2, false)).toString('latin1');
		const page = /\d+ 0 obj\s*<<[^]*?\/Type \/Page\b[^]*?endobj/.exec(
			bytes.slice(bytes.lastIndexOf('endobj', bytes.indexOf('/Type /Page\n')) + 6),
		)?.[0];
		expect(page).toBeDefined();
		expect(await count('pdf', Buffer.from(`${bytes}\n${page}\n`, 'latin1'))).toBe(2);
	});

	test('whose list of pages says more than there are pages', async () => {
		const text = Buffer.from(await pdf(2, false)).toString('latin1');
		const hidden = text.replace('/Count 2', '/Count 9');
		expect(hidden).not.toBe(text);
		expect(await count('pdf', Buffer.from(hidden, 'latin1'))).toBe(9);
	});

	test('whose length of a stream is an object of its own', async () => {
		const bytes = Buffer.from(await pdf(2, true)).toString('latin1');
		const [entry, length] = /\/Type \/ObjStm[^]*?\/Length (\d+)/.exec(bytes) ?? [];
		expect(entry).toBeDefined();
		const indirect = bytes.replace(entry ?? '', (entry ?? '').replace(/\d+$/, '99 0 R'));
		expect(await count('pdf', Buffer.from(`${indirect}\n99 0 obj\n${length}\nendobj`, 'latin1'))).toBe(2);
	});

	test('whose stream of objects names places out of order: not counted, as they hide objects', async () => {
		const page = '<</Type /Page>>';
		const stream = async (second: number, third: number) => {
			const head = `1 0 2 ${second} 3 ${third} `;
			const packed = deflateSync(Buffer.from(head + page.repeat(3)));
			const dictionary = `<</Type /ObjStm /N 3 /First ${head.length} /Length ${packed.length} /Filter /FlateDecode>>`;
			return await count('pdf', `%PDF-1.7\n9 0 obj ${dictionary}\nstream\n`, packed, '\nendstream');
		};
		expect(await stream(page.length, 2 * page.length)).toBe(3);
		expect(await stream(2 * page.length, page.length)).toBeUndefined();
	});

	test('that would fill the memory: not counted', async () => {
		const packed = deflateSync(Buffer.alloc(80 * 1024 * 1024));
		const head = `%PDF-1.7\n1 0 obj <</Type /ObjStm /N 1 /First 4 /Length ${packed.length} /Filter /FlateDecode>>\nstream\n`;
		expect(await count('pdf', head, packed, '\nendstream 2 0 obj <</Type /Page>>')).toBeUndefined();
	});

	test('that would take long, in many streams: not counted', async () => {
		const packed = deflateSync(Buffer.alloc(40 * 1024 * 1024)).toString('latin1');
		const stream = `<</Type /ObjStm /N 0 /First 0 /Length ${packed.length} /Filter /FlateDecode>>\nstream\n${packed}`;
		const text = `%PDF-1.7\n1 0 obj ${stream}\n2 0 obj ${stream}\n3 0 obj <</Type /Page>>`;
		expect(await count('pdf', Buffer.from(text, 'latin1'))).toBeUndefined();
	});

	test('whose list of pages names an object that holds their number', async () => {
		const text = '%PDF-1.7\n1 0 obj <</Type /Pages /Count 57 0 R>>\n57 0 obj 1\n2 0 obj <</Type /Page>>';
		expect(await count('pdf', text)).toBe(1);
	});

	test.each<[string, (text: string) => string]>([
		['an object stream of another compression', (text) => text.replaceAll('/FlateDecode', '/LZWDecode')],
		['an object stream without a length', (text) => text.replaceAll('/Length', '/Laenge')],
		['an object stream that is damaged', (text) => text.replace(/(\/ObjStm[^]*?stream\n).../, '$1xxx')],
		['no page', () => '%PDF-1.7\n%%EOF'],
		['another beginning', (text) => `x${text}`],
	])('%s: not counted', async (_what, change) => {
		const text = Buffer.from(await pdf(2, true)).toString('latin1');
		expect(await count('pdf', Buffer.from(change(text), 'latin1'))).toBeUndefined();
	});
});

describe('a TIFF', () => {
	async function tiff(pages: number): Promise<Buffer> {
		const page = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'white' } })
			.png()
			.toBuffer();
		const all =
			pages > 1 ? sharp(new Array<Buffer>(pages).fill(page), { join: { animated: true } }) : sharp(page);
		return await all.tiff().toBuffer();
	}

	test.each([1, 2, 5])('of %i pages', async (pages) => {
		expect(await count('tiff', await tiff(pages))).toBe(pages);
	});

	test.each<[string, (bytes: Buffer) => Uint8Array]>([
		['cut off', (bytes) => bytes.subarray(0, bytes.length - 60)],
		[
			'whose pages run in a circle',
			(bytes) => {
				bytes.writeUInt32LE(bytes.readUInt32LE(4), bytes.length - 4);
				return bytes;
			},
		],
		[
			'with 64-bit addresses',
			(bytes) => {
				bytes[2] = 43;
				return bytes;
			},
		],
		['of 5 bytes', () => Buffer.from('II*\0\0')],
	])('%s: not counted', async (_what, change) => {
		const pages = Buffer.from([
			...[0x49, 0x49, 42, 0, 8, 0, 0, 0],
			...[1, 0, ...new Array<number>(12).fill(0), 26, 0, 0, 0],
			...[3, 0, ...new Array<number>(36).fill(0), 0, 0, 0, 0],
		]);
		expect(await count('tiff', pages)).toBe(2);
		expect(await count('tiff', change(pages))).toBeUndefined();
	});
});

describe('a text', () => {
	test.each<[string, string, number]>([
		['a word', 'Hello', 1],
		['a full page', 'x\n'.repeat(40), 1],
		['one line more', 'x\n'.repeat(40) + 'x', 2],
		['a long line', 'x'.repeat(40 * 60), 1],
		['one character more', 'x'.repeat(40 * 60 + 1), 2],
		['wide characters', '傳'.repeat(40 * 30 + 1), 2],
		['page feeds', '1\f2\f3', 3],
		['blank lines before a page feed', 'x' + '\n'.repeat(80) + '\fx', 3],
		['blank lines at the end', 'x' + '\n'.repeat(80), 2],
		['blanks', ' '.repeat(500_000) + 'x', 209],
		['other line breaks', 'x\u2028'.repeat(21) + 'x\r\n'.repeat(20), 2],
		['tabs', '\t'.repeat(7) + 'x'.repeat(5), 1],
	])('%s', async (_what, text, pages) => {
		expect(await count('txt', text)).toBe(pages);
	});

	test.each([
		'%PDF-1.4',
		'\u00ef\u00bb\u00bf %PDF-1.4',
		'{\\rtf1',
		'II*\0',
		'%!PS',
		'PK\u0003\u0004',
		'\u0089PNG',
	])('that begins as %j is none', async (text) => {
		expect(await count('txt', Buffer.from(text, 'latin1'))).toBeUndefined();
	});
});

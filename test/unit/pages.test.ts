import { gzipSync } from 'node:zlib';

import { coverPages, pagesOf, textPages } from '../../nodes/FaxPlus/resources/fax/sending/pages';

const job = { from: '+15550100000', to: ['+15550100200'], return_ids: true } as const;

describe('a file', () => {
	const PNG = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
	const JPEG = Buffer.from('\xff\xd8\xff\xe0', 'latin1');

	/** Counts the pages of a file that comes in chunks, and notes how many of these were read. */
	async function count(chunks: Uint8Array[], name = 'a.png', type = 'image/png') {
		const seen = { chunks: 0, isClosed: false };
		async function* read() {
			try {
				for (const chunk of chunks) {
					seen.chunks += 1;
					yield await Promise.resolve(chunk);
				}
			} finally {
				seen.isClosed = true;
			}
		}
		const files = [{ name, type, size: 1, open: () => Promise.resolve(read()) }];
		const reads = { read: async () => await Promise.reject(new Error('Nothing is asked')) };
		const parts = await pagesOf(reads, { ...job, to: [...job.to] }, { kind: 'files', files });
		return { parts, ...seen };
	}

	test('is read no further than its beginning', async () => {
		const rest = Array.from({ length: 1000 }, () => Buffer.alloc(150 * 1024));
		const [begin, more] = [PNG.subarray(0, 3), Buffer.concat([PNG.subarray(3), Buffer.alloc(2000)])];
		const counted = { parts: [['"a.png"', 1]], isClosed: true };
		expect(await count([Buffer.concat([begin, more]), ...rest])).toEqual({ ...counted, chunks: 1 });
		expect(await count([begin, more, ...rest])).toEqual({ ...counted, chunks: 2 });
	});

	test.each([
		['that ends before its beginning is over', PNG.subarray(0, 4)],
		['that has only the signature of a picture', PNG.subarray(0, 8)],
		['that is a PDF behind it', Buffer.concat([PNG.subarray(0, 8), Buffer.from('%PDF-1.4')])],
		['that is a PDF behind more of a PNG', Buffer.concat([PNG, Buffer.alloc(900), Buffer.from('%PDF-1.4')])],
		['that is a PDF behind a JPEG', Buffer.concat([JPEG, Buffer.from('\n%PDF-1.4')])],
	])('%s has no certain pages', async (_what, bytes) => {
		expect(await count([bytes])).toMatchObject({ parts: [['"a.png"', undefined]] });
	});

	const PAGE = '%PDF-1.4 1 0 obj <</Type /Pages /Count 1>> endobj 2 0 obj <</Type /Page>>';
	test.each<[string, string, string, string | Buffer]>([
		['a PDF', 'a.pdf', 'application/pdf', PAGE + ' 3 0 obj <</Type /P#61ge>>'.repeat(50)],
		['a picture that is to be sent as a PDF', 'a.pdf', 'application/pdf', PNG],
		['a TIFF', 'a.tiff', 'image/tiff', 'II*\0'],
		['a Word document', 'a.docx', 'application/msword', 'PK'],
		['a Word document by the name of a text', 'a.txt', 'text/plain', Buffer.from('d0cf11e0', 'hex')],
		['a packed file by the name of a text', 'a.txt', 'text/plain', gzipSync('Hello')],
		['a web page by the name of a text', 'a.txt', 'text/plain', '<!DOCTYPE html>'],
		['a text of a rich format', 'a.rtf', 'application/rtf', '{\\rtf1 Hello}'],
	])('%s has no certain pages', async (_what, name, type, content) => {
		const counted = await count([Buffer.from(content)], name, type);
		expect(counted).toMatchObject({ parts: [[`"${name}"`, undefined]], chunks: 0 });
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
	])('%s', (_what, text, pages) => {
		expect(textPages(text)).toBe(pages);
	});

	test.each([
		'%PDF-1.4',
		'\ufeff %PDF-1.4',
		`Dear Dr Roe,\n${'x'.repeat(900)}\n%PDF-1.4`,
		'{\\rtf1',
		'%!PS-Adobe-3.0',
		'<!DOCTYPE html><p style="break-after: page">',
		'\n <html>',
		'<?xml version="1.0"?><w:document>',
		'MIME-Version: 1.0\nContent-Type: multipart/related',
		'ID;PWXL;N;E',
		'II*\0',
		'PK\u0003\u0004',
		'\u001f\u008b\b',
		'Hello \u0000',
		'1\u001c2\u001d3',
		'BM\u0001',
	])('that could be taken for another document, %j, has no certain pages', (text) => {
		expect(textPages(text)).toBeUndefined();
	});

	test.each(['5 < 7', '100 %', 'a {b}', 'Id; and other words', 'ID 5'])('%j is plain text', (text) => {
		expect(textPages(text)).toBe(1);
	});
});

describe('a cover page', () => {
	const short = { name_to: 'Dr Roe', name_from: 'Clinic', subject: 'Case' };

	test.each<[string, Record<string, unknown>, number]>([
		['short texts', short, 1],
		['marks, which are no lines of their own', { ...short, flags: ['urgent', 'confidential'] }, 1],
		['as long a message as has room', { ...short, message: 'x\n'.repeat(17) }, 1],
		['a line more', { ...short, message: 'x\n'.repeat(18) }, 2],
		['a message of 5,000 lines', { ...short, message: 'x\n'.repeat(5000) }, 251],
		['a long subject', { ...short, subject: 'word '.repeat(1000) }, 5],
		['page breaks in a name', { ...short, name_to: '1\f2\f3' }, 3],
	])('%s', (_what, coverPage, pages) => {
		expect(coverPages(coverPage as Parameters<typeof coverPages>[0])).toBe(pages);
	});
});

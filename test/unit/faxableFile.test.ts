import { runInNewContext } from 'node:vm';

import fc from 'fast-check';

import { START_BYTES, formatOf } from '../../nodes/shared/files/formatByBytes';
import { namedByBytes } from '../../nodes/shared/files/faxableFile';
import { InputError } from '../../nodes/shared/values/inputError';
import { zip } from './support/zip';

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');

/** Returns a ZIP file with files of these names, which all have the same content. */
const zipOf = (names: string[], content = 'content of a file'): Buffer =>
	zip(Object.fromEntries(names.map((name) => [name, content])), { isStored: true });

const PDF = latin1('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n1 0 obj');
const JPG = latin1('\xFF\xD8\xFF\xE0\0\x10JFIF\0');
const PNG = latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR');
const TIFF = latin1('II*\0\x08\0\0\0');
const RTF = latin1('{\\rtf1\\ansi Hello}');
const OLE = latin1(`\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1${'\0'.repeat(40)}`);
const WORD = zipOf(['[Content_Types].xml', '_rels/.rels', 'word/document.xml']);
const EXCEL = zipOf(['xl/workbook.xml', '[Content_Types].xml']);
const PARTS = zipOf(['[Content_Types].xml', 'docProps/app.xml']);
const HTML = latin1('<!DOCTYPE html>\n<html><head><title>Log in</title>');
const TEXT = Buffer.from('Sehr geehrte Frau Müller,\r\n\tanbei die Rechnung.\f');
const GARBAGE = latin1('\x00\x01\x02\x03 nothing that anybody knows');
/** Returns what's left of bytes after a program has read them as text. */
const readAsText = (bytes: Uint8Array): Uint8Array => Buffer.from(Buffer.from(bytes).toString('utf8'));
const utf16 = (text: string): Uint8Array => Buffer.from(`\uFEFF${text}`, 'utf16le');
const SIGNED = '0\x82\x1F\x40\x06\x09*\x86H\x86\xF7\r\x01\x07\x02\xA0\x82\x1F1%PDF-1.4\n';
const PRINTER = '\x1B%-12345X@PJL JOB\r\n@PJL ENTER LANGUAGE=';
const HEIC = latin1('\0\0\0\x18ftypheic\0\0\0\0mif1heic');

const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const STREAM = 'application/octet-stream';
const PDF_TYPE = 'application/pdf';
const ODT_TYPE = 'application/vnd.oasis.opendocument.text';
const ODT = zipOf(['mimetype'], ODT_TYPE);
const ODS = zipOf(['mimetype'], 'application/vnd.oasis.opendocument.spreadsheet');
const LETTERS = zip({ 'letter.docx': WORD }, { isStored: true });
const MAIL_WITH_PDF = latin1('From: a@example.com\r\n\r\nRead this.\r\n%PDF-1.5\n');
const JSON_TEXT = latin1('{"error":"x"}');
const HEBREW = '\u05D7\u05E9\u05D1\u05D5\u05DF \u65E5\u672C.pdf';

describe('a file that can be faxed gets a name for its content:', () => {
	test.each<[name: string, mimeType: string, bytes: Uint8Array, as: string, type: string]>([
		// These files have a correct name and a correct type.
		['contract.pdf', PDF_TYPE, PDF, 'contract.pdf', PDF_TYPE],
		['SCAN0001.PDF', PDF_TYPE, PDF, 'SCAN0001.PDF', PDF_TYPE],
		['photo.jpeg', 'image/jpeg', JPG, 'photo.jpeg', 'image/jpeg'],
		['fax.tif', 'image/tiff', TIFF, 'fax.tif', 'image/tiff'],
		['fax.tiff', 'image/tiff', latin1('MM\0*\0\0\0\x08'), 'fax.tiff', 'image/tiff'],
		['shot.png', 'image/png', PNG, 'shot.png', 'image/png'],
		['letter.rtf', 'text/rtf', RTF, 'letter.rtf', 'application/rtf'],
		['letter.doc', 'application/msword', OLE, 'letter.doc', 'application/msword'],
		['sheet.xls', 'application/vnd.ms-excel', OLE, 'sheet.xls', 'application/vnd.ms-excel'],
		['letter.docx', DOCX_TYPE, WORD, 'letter.docx', DOCX_TYPE],
		['sheet.xlsx', XLSX_TYPE, EXCEL, 'sheet.xlsx', XLSX_TYPE],
		['note.txt', 'text/plain', TEXT, 'note.txt', 'text/plain'],
		// These files have an alternative name for their type, a missing extension, or no usable type at all.
		['photo', 'image/jpg', JPG, 'photo.jpg', 'image/jpeg'],
		['photo', 'image/pjpeg', JPG, 'photo.jpg', 'image/jpeg'],
		['scan', 'application/x-pdf', PDF, 'scan.pdf', PDF_TYPE],
		['scan', 'Application/PDF; name=scan.pdf', PDF, 'scan.pdf', PDF_TYPE],
		['letter', STREAM, PDF, 'letter.pdf', PDF_TYPE],
		['letter', '', PDF, 'letter.pdf', PDF_TYPE],
		['data', STREAM, TEXT, 'data.txt', 'text/plain'],
		['Brief', 'application/x-msword', OLE, 'Brief.doc', 'application/msword'],
		['letter.docx', STREAM, PARTS, 'letter.docx', DOCX_TYPE],
		['letter.docx', STREAM, zipOf(['docMetadata/LabelInfo.xml', '_rels/.rels']), 'letter.docx', DOCX_TYPE],
		['Google.docx', '', zipOf(['word/numbering.xml', '[Content_Types].xml']), 'Google.docx', DOCX_TYPE],
		['sheet.xlsx', 'application/zip', PARTS, 'sheet.xlsx', XLSX_TYPE],
		['server.log', 'text/plain', TEXT, 'server.txt', 'text/plain'],
		['notes.txt', 'text/plain', latin1('\xFF\xFEH\0i\0'), 'notes.txt', 'text/plain'],
		['data.txt', 'text/plain', latin1('{"a": 1}'), 'data.txt', 'text/plain'],
		['DATA.TXT', 'text/plain', latin1('{"a": 1}'), 'DATA.TXT', 'text/plain'],
		['about.txt', 'text/plain', latin1('A PDF begins with %PDF-1.7 and ends'), 'about.txt', 'text/plain'],
		['Dr. Roe, 3.4.2026', '', TEXT, 'Dr. Roe, 3.4.2026.txt', 'text/plain'],
		['notes.txt', 'text/plain', Buffer.from(utf16('Hi')).swap16(), 'notes.txt', 'text/plain'],
		['codes.txt', 'text/plain', latin1('Photographs\nLetters\n1234567890123456'), 'codes.txt', 'text/plain'],
		// These strings look like hexadecimal signatures of an icon, a video, and PostScript. In a real file, there would
		// also be letters among the digits.
		['codes.txt', 'text/plain', latin1('00000100 00000200 00000300'), 'codes.txt', 'text/plain'],
		['codes.txt', 'text/plain', latin1('0000001866747970\n3333'), 'codes.txt', 'text/plain'],
		['codes.txt', 'text/plain', latin1('252150532020'), 'codes.txt', 'text/plain'],
		['lost.txt', 'text/plain', readAsText(latin1('Sehr geehrte Frau M\xFCller')), 'lost.txt', 'text/plain'],
		['pdf.txt', 'text/plain', latin1('A PDF begins with\n%PDF-1.7\nand so on'), 'pdf.txt', 'text/plain'],
		// These files have a wrong name or a wrong type.
		['scan.txt', PDF_TYPE, PDF, 'scan.pdf', PDF_TYPE],
		['scan.pdf', PDF_TYPE, TIFF, 'scan.tiff', 'image/tiff'],
		['letter.doc', 'application/msword', RTF, 'letter.rtf', 'application/rtf'],
		['letter.docx', DOCX_TYPE, PDF, 'letter.pdf', PDF_TYPE],
		['letter.doc', 'application/msword', WORD, 'letter.docx', DOCX_TYPE],
		['sheet.docx', DOCX_TYPE, EXCEL, 'sheet.xlsx', XLSX_TYPE],
		['photo.heic', 'image/heic', JPG, 'photo.jpg', 'image/jpeg'],
		['download.html', 'text/html', PDF, 'download.pdf', PDF_TYPE],
		['archive.zip', 'application/zip', WORD, 'archive.zip.docx', DOCX_TYPE],
		// These files have something before their signature.
		['scan.pdf', PDF_TYPE, latin1(`\r\n--scan\r\n\r\n%PDF-1.4\n`), 'scan.pdf', PDF_TYPE],
		['scan', STREAM, latin1('\xEF\xBB\xBF%PDF-1.4\n'), 'scan.pdf', PDF_TYPE],
		['print', STREAM, latin1(`${PRINTER}PDF\r\n%PDF-1.4\r\n`), 'print.pdf', PDF_TYPE],
		['letter.rtf', '', latin1('\xEF\xBB\xBF{\\rtf1}'), 'letter.rtf', 'application/rtf'],
		// These names are unusual, but real systems and people write them.
		['Rechnung.pdf ', PDF_TYPE, PDF, 'Rechnung.pdf', PDF_TYPE],
		['Rechnung.pdf.', PDF_TYPE, PDF, 'Rechnung.pdf', PDF_TYPE],
		['Rechnung Mu\u0308ller.pdf', PDF_TYPE, PDF, 'Rechnung M\u00FCller.pdf', PDF_TYPE],
		['C:\\Users\\Roe\\Scan.pdf', PDF_TYPE, PDF, 'Scan.pdf', PDF_TYPE],
		['../../etc/passwd', PDF_TYPE, PDF, 'passwd.pdf', PDF_TYPE],
		['folder/', PDF_TYPE, PDF, 'document.pdf', PDF_TYPE],
		['.pdf', PDF_TYPE, PDF, 'document.pdf', PDF_TYPE],
		['..', PDF_TYPE, PDF, 'document.pdf', PDF_TYPE],
		['letter.final', PDF_TYPE, PDF, 'letter.final.pdf', PDF_TYPE],
		['Dr. Roe, 3.4.2026', PDF_TYPE, PDF, 'Dr. Roe, 3.4.2026.pdf', PDF_TYPE],
		['a\0b\u202Efdp.pdf', PDF_TYPE, PDF, 'abfdp.pdf', PDF_TYPE],
		['a"b\r\nc: d?.pdf', PDF_TYPE, PDF, 'a_b c_ d_.pdf', PDF_TYPE],
		[HEBREW, '', PDF, HEBREW, PDF_TYPE],
		['scan.pdf (1)', '', PDF, 'scan (1).pdf', PDF_TYPE],
		['scan.pdf.pdf', '', PDF, 'scan.pdf', PDF_TYPE],
		['scan.pdf (1).pdf', '', PDF, 'scan (1).pdf', PDF_TYPE],
		['scan.pdf.1', '', PDF, 'scan.1.pdf', PDF_TYPE],
		['scan.pdf?dl=1', '', PDF, 'scan.pdf', PDF_TYPE],
		['letter.doc (2)', '', OLE, 'letter (2).doc', 'application/msword'],
		['"a.pdf"', '', PDF, 'a.pdf', PDF_TYPE],
		['\u201EBrief.pdf\u201C', '', PDF, 'Brief.pdf', PDF_TYPE],
		['_a.pdf_', '', PDF, '_a.pdf', PDF_TYPE],
		['a.mpo', 'image/mpo', JPG, 'a.jpg', 'image/jpeg'],
		['a.mpo.jpg', 'image/jpeg', JPG, 'a.jpg', 'image/jpeg'],
		['scan.fax', 'image/tiff', TIFF, 'scan.tiff', 'image/tiff'],
		['scan.tif.jpg', 'image/jpeg', JPG, 'scan.tif.jpg', 'image/jpeg'],
		['=?UTF-8?B?UsOkdHNlbC5wZGY=?=', PDF_TYPE, PDF, 'R\u00E4tsel.pdf', PDF_TYPE],
		['=_UTF-8_B_UsOkdHNlbC5wZGY=_=', PDF_TYPE, PDF, 'R\u00E4tsel.pdf', PDF_TYPE],
		['=?iso-8859-1?Q?R=E4tsel_2=2E?= =?iso-8859-1?q?pdf?=', '', PDF, 'R\u00E4tsel 2.pdf', PDF_TYPE],
		['=?no-charset?B?UsOk?=.pdf', '', PDF, '=_no-charset_B_UsOk_=.pdf', PDF_TYPE],
		["UTF-8''R%C3%A4tsel.pdf", '', PDF, 'R\u00E4tsel.pdf', PDF_TYPE],
		["O'Neil's.pdf", '', PDF, "O'Neil's.pdf", PDF_TYPE],
		[`${'x'.repeat(300)}.pdf`, PDF_TYPE, PDF, `${'x'.repeat(196)}.pdf`, PDF_TYPE],
		[`${'\u65E5'.repeat(100)}.pdf`, '', PDF, `${'\u65E5'.repeat(65)}.pdf`, PDF_TYPE],
	])('%s (%s)', (name, mimeType, bytes, as, type) => {
		expect(namedByBytes({ name, mimeType, extension: '' }, bytes, false)).toEqual({ name: as, type });
	});

	test('uses the extension from n8n when the name has none', () => {
		const said = { name: 'letter', mimeType: '', extension: 'doc' };
		expect(namedByBytes(said, OLE, false)).toEqual({ name: 'letter.doc', type: 'application/msword' });
	});

	test('any name becomes one that works on every system', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
				const { name: safe } = namedByBytes({ name, mimeType: '', extension: '' }, PDF, false);
				expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(255);
				expect(safe).toMatch(/^[^.\s/\\"\r\n\0\p{Cf}][^/\\"\r\n\0\p{Cf}]*\.pdf$/iu);
			}),
		);
	});
});

describe("a file that can't be faxed gets an error that says what it is, and how to convert it:", () => {
	test.each<[name: string, mimeType: string, bytes: Uint8Array, what: string, instead: RegExp]>([
		['invoice.pdf', PDF_TYPE, HTML, 'a web page (HTML), not PDF', /Print it as a PDF/],
		['page.html', 'text/html', HTML, 'a web page (HTML)', /Gotenberg/],
		['page.txt', 'text/plain', latin1('\xEF\xBB\xBF\n<html>'), 'a web page (HTML), not TXT', /./],
		['letter.doc', 'application/msword', HTML, 'a web page (HTML), not DOC', /./],
		['IMG_1.HEIC', 'image/heic', HEIC, 'a photo in HEIC format', /Most Compatible/],
		['IMG_1.jpg', 'image/jpeg', HEIC, 'a photo in HEIC format, not JPG', /Most Compatible/],
		['photo.webp', 'image/webp', latin1('RIFF\x10\0\0\0WEBPVP8 '), 'a picture in a format', /Edit Image/],
		['photo.gif', 'image/gif', latin1('GIF89a'), 'a picture in a format', /Edit Image/],
		['photo.bmp', 'image/bmp', latin1('BM\x36\0\x0C\0\0\0\0\0'), 'a picture in a format', /Edit Image/],
		['photo.avif', 'image/avif', latin1('\0\0\0\x1cftypavif'), 'a picture in a format', /./],
		['photo.cr2', 'image/x-canon-cr2', TIFF, 'a raw photo from a camera', /JPG/],
		['plan.svg', 'image/svg+xml', latin1('<?xml version="1.0"?>\n<svg '), 'a drawing', /PDF/],
		['letter.odt', ODT_TYPE, ODT, 'an OpenDocument file', /Gotenberg/],
		['letter.docx', DOCX_TYPE, ODT, 'an OpenDocument file, such as ODT, not DOCX', /Save it as a PDF/],
		['sheet.ods', '', ODS, 'an OpenDocument spreadsheet', /Convert to File/],
		['Brief.pages', 'application/zip', zipOf(['Index/Document.iwa']), 'a document from Pages', /Export To/],
		['Brief.pages', '', zipOf(['preview.jpg']), 'a document from Pages', /Export To/],
		['talk.pptx', '', zipOf(['[Content_Types].xml', 'ppt/presentation.xml']), 'a presentation', /PDF/],
		['talk.ppt', 'application/vnd.ms-powerpoint', OLE, 'a presentation', /PDF/],
		['book.epub', '', zipOf(['mimetype'], 'application/epub+zip'), 'an electronic book', /PDF/],
		['letter.docm', '', WORD, 'a template, or a document with macros', /DOCX/],
		['scans.zip', 'application/zip', zipOf(['scan.pdf']), 'an archive', /Compression/],
		['scans.pdf', PDF_TYPE, zipOf(['scan.pdf']), 'an archive, such as ZIP, not PDF', /Compression/],
		['letters.zip', 'application/zip', LETTERS, 'an archive', /Compression/],
		['site.zip', 'application/zip', zipOf(['readme.txt', 'word/list.txt']), 'an archive', /Compression/],
		['scan.pdf.gz', 'application/gzip', latin1('\x1F\x8B\x08\0'), 'an archive', /Compression/],
		[
			'mail.eml',
			'message/rfc822',
			latin1('Received: from a\r\nSubject: b\r\n\r\nHi'),
			'an email',
			/attachments/,
		],
		['mail.msg', 'application/vnd.ms-outlook', OLE, 'an email', /attachments/],
		['list.csv', 'text/csv', latin1('a,b\n1,2'), 'a table as text (CSV', /Convert to File/],
		['answer', 'application/json', JSON_TEXT, 'data or code', /./],
		['answer', 'text/plain', JSON_TEXT, 'data or code', /./],
		['invoice.pdf', PDF_TYPE, JSON_TEXT, 'data or code, such as JSON, not PDF', /./],
		['invoice.pdf', PDF_TYPE, latin1('Not found'), 'text, not PDF', /a server may have returned/],
		[
			'invoice.pdf',
			PDF_TYPE,
			latin1('JVBERi0xLjQKJcOkw7zDtsOf'),
			'a file as text, such as base64',
			/Move Base64/,
		],
		['data', STREAM, latin1('UEsDBAoAAAAAACB3b3JkL2RvY3VtZW50'), 'a file as text', /Move Base64/],
		['data', STREAM, latin1('SUkqAAgAAAAOAAAB'), 'a file as text', /Move Base64/],
		['data.txt', 'text/plain', latin1('"JVBERi0xLjUKJbXtrvsKNCA="'), 'a file as text', /Move/],
		['data', '', latin1("b'JVBERi0xLjUKJbXtrvsK_-A='"), 'a file as text', /Move/],
		['data', STREAM, latin1('255044462d312e350a25b5ed'), 'a file as text', /Move/],
		['scan', STREAM, latin1('begin 644 scan.pdf\nM)5!$1BTQ\n'), 'a file as text', /Move/],
		['letter.pdf', PDF_TYPE, readAsText(PDF), 'damaged, because', /Response Format > File/],
		['photo.jpg', 'image/jpeg', readAsText(JPG), 'damaged, because', /Response Format > File/],
		['shot.png', 'image/png', readAsText(latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xFE')), 'damaged', /File/],
		['page.txt', 'text/plain', utf16('<!DOCTYPE html><html>'), 'a web page (HTML), not TXT', /./],
		['empty.txt', 'text/plain', latin1(' \r\n\r\n'), 'text without content', /Check the node/],
		['data', 'text/plain', latin1('[object Object]'), 'text without content', /Check the node/],
		['bill.pdf.p7m', 'application/pkcs7-mime', latin1(SIGNED), 'a signed or encrypted envelope', /in it/],
		['bill.pdf', PDF_TYPE, latin1(SIGNED), 'a signed or encrypted envelope (P7M', /in it/],
		['letter.asc', '', latin1('-----BEGIN PGP MESSAGE-----\n\nhQEM'), 'a signed or encrypted', /in it/],
		[
			'bill.pdf.url',
			'',
			latin1('[InternetShortcut]\r\nURL=https://x'),
			'a shortcut',
			/Send the file or page/,
		],
		[
			'._scan.pdf',
			PDF_TYPE,
			latin1('\0\x05\x16\x07\0\x02\0\0'),
			'an extra file that a Mac creates',
			/the file itself/,
		],
		['winmail.dat', 'application/ms-tnef', latin1('x\x9F>"\x01\0'), 'an email', /attachments/],
		['mail.eml', 'message/rfc822', MAIL_WITH_PDF, 'an email', /attachments/],
		['print.prn', STREAM, latin1(`${PRINTER}PCL\r\n\x1BE`), 'a drawing, or pages for a printer', /PDF/],
		['IMG_1.CR3', '', latin1('\0\0\0\x18ftypcrx \0\0'), 'a raw photo from a camera', /JPG/],
		[
			'IMG_1.tif',
			'image/tiff',
			latin1('II*\0\x10\0\0\0CR\x02\0'),
			'a raw photo from a camera, not TIFF',
			/JPG/,
		],
		['image.jpg', 'image/jpeg', latin1('\0\0\0\x0CJXL \r\n\x87\n'), 'a picture in a format', /Edit Image/],
		['flyer.pub', 'application/x-mspublisher', OLE, 'from a program whose files', /Save it as a PDF/],
		['contract.hwp', STREAM, OLE, 'from a program whose files', /Save it as a PDF/],
		[
			'plan.vsdx',
			'',
			zipOf(['[Content_Types].xml', 'visio/document.xml']),
			'from a program',
			/Save it as a PDF/,
		],
		['print.oxps', 'application/oxps', PARTS, 'from a program whose files', /Save it as a PDF/],
		['plan.dwg', 'image/vnd.dwg', latin1('AC1032\0\0\0'), 'from a program whose files', /Save it as a PDF/],
		['plan.dxf', 'image/vnd.dxf', latin1('  0\nSECTION\n'), 'text. To fax it as text', /\.txt/],
		['form.fdf', STREAM, latin1('%FDF-1.2\n%\xE2\xE3\xCF\xD3\n'), 'text. To fax it as text', /open it/],
		['movie.mp4', 'video/mp4', latin1('\0\0\0\x18ftypmp42'), 'a video or an audio file', /no pages/],
		['song.mp3', 'audio/mpeg', latin1('ID3\x03\0\0'), 'a video or an audio file', /no pages/],
		['setup.exe', STREAM, latin1('MZ\x90\0\x03\0\0\0'), 'a program', /no pages/],
		['letter.docx', DOCX_TYPE, OLE, 'protected by a password', /without the password/],
		['letter', STREAM, OLE, 'an Office file, but', /\.doc or \.xls/],
		['letter', STREAM, PARTS, 'an Office file, but', /\.docx or \.xlsx/],
		['contract.pdf', PDF_TYPE, GARBAGE, "in a format that you can't fax, not PDF", /Send PDF, DOC/],
		['thing', STREAM, GARBAGE, "in a format that you can't fax", /Send PDF, DOC/],
	])('%s (%s)', (name, mimeType, bytes, what, instead) => {
		const naming = () => namedByBytes({ name, mimeType, extension: '' }, bytes, false);
		expect(naming).toThrow(InputError);
		expect(naming).toThrow(`The file "${name}" (${mimeType || 'no type'}) is ${what}`);
		expect(naming).toThrow(instead);
	});
});

describe('Office files are recognized by the names inside, in any order that programs write:', () => {
	const WORD_PARTS = ['[Content_Types].xml', '_rels/.rels', 'word/document.xml', 'word/styles.xml'];
	const SHEET_PARTS = ['[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml', 'xl/worksheets/sheet1.xml'];
	const MAIN_LAST = ['_rels/.rels', 'docProps/core.xml', 'docProps/app.xml'];
	const theme = 'theme/theme/theme1.xml';
	const orders = (main: string[], [head = '', ...rest] = main) => ({
		Word: main,
		LibreOffice: [...MAIN_LAST, ...rest, head],
		Google: [...rest.slice(1), head, '_rels/.rels'],
		'sorted by name': [...main].sort(),
		'content first': [...main].reverse(),
		'with its own data first': ['customXml/item1.xml', 'customXml/_rels/item1.xml.rels', ...main],
		'with a label first': ['docMetadata/LabelInfo.xml', ...main],
		'with a ribbon first': ['customUI/customUI14.xml', ...main],
		'with deleted content first': ['[trash]/0000.dat', ...main],
		'with a signature first': ['_xmlsignatures/origin.sigs', '_xmlsignatures/sig1.xml', ...main],
		'with another kind of signature first': ['META-INF/manifest.xml', ...main],
		'with the type first': ['mimetype', ...main],
		'with a theme first': [theme, ...main],
		'with folders': ['_rels/', ...rest.map((name) => name.replace(/[^/]*$/, '')), ...main],
		'with a leading slash': main.map((name) => `/${name}`),
		'with backslashes': main.map((name) => name.replaceAll('/', '\\')),
		'with a leading backslash': main.map((name) => `\\${name.replaceAll('/', '\\')}`),
		'in upper case': main.map((name) => name.toUpperCase()),
	});
	const styles = {
		packed: {},
		stored: { isStored: true },
		streamed: { hasDescriptor: true },
		large: { isZip64: true },
	};
	// This content is longer than anything that programs write before the first file that reveals the format.
	const content = 'x'.repeat(9000);

	test.each(
		(
			[
				['letter.docx', DOCX_TYPE, WORD_PARTS],
				['sheet.xlsx', XLSX_TYPE, SHEET_PARTS],
			] as const
		).flatMap(([name, type, parts]) =>
			Object.entries(orders([...parts])).map(([how, names]) => [name, how, names, type] as const),
		),
	)('%s %s', (name, _how, names, type) => {
		for (const style of Object.values(styles)) {
			const bytes = zip(Object.fromEntries(names.map((one) => [one, content])), style);
			const said = { name, mimeType: '', extension: '' };
			expect(namedByBytes(said, bytes.subarray(0, 65_536), false)).toEqual({ name, type });
		}
	});

	test.each<[name: string, files: string[], what: string]>([
		['letter.docx', ['scan.pdf', 'words/list.txt'], 'an archive'],
		['letter.docx', ['[trash]/0000.dat', 'ppt/presentation.xml'], 'a presentation'],
		['letter.docx', ['content.xml', 'META-INF/manifest.xml'], 'an OpenDocument file'],
		['sheet.xlsx', ['[Content_Types].xml', 'xl/workbook.bin'], 'a template, or a document with macros'],
		['app.jar', ['META-INF/MANIFEST.MF', 'word/List.class'], 'an archive'],
		['site.zip', ['theme/a.css', 'word/list.txt'], 'an archive'],
	])('but %s with %j is %s', (name, names, what) => {
		expect(() => namedByBytes({ name, mimeType: '', extension: '' }, zipOf(names), false)).toThrow(
			` is ${what}`,
		);
	});
});

describe('files from old programs are recognized:', () => {
	const XML = '<?xml version="1.0" encoding="UTF-8"?>\r\n';
	const WORD_ML = 'xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"';
	const MHTML = 'MIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\tboundary="x"\r\n\r\n--x\r\n';
	const CONFLUENCE = `Date: Fri, 27 Nov 2026 10:00:00 +0000\r\nSubject: Exported\r\n${MHTML}`;
	const PAGE =
		'<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><tr><td>1</td></tr></table></html>';

	test.each<[name: string, bytes: Uint8Array, what: string, instead: RegExp]>([
		[
			'letter.doc',
			latin1(`${XML}<?mso-application progid="Word.Document"?><w:wordDocument>`),
			'a Word',
			/in Word/,
		],
		['letter.doc', latin1(`${XML}<w:wordDocument ${WORD_ML}>`), 'a Word document in the XML format', /DOCX/],
		['letter.xml', utf16(`${XML}<pkg:package>`), 'a Word document in the XML format', /DOCX/],
		[
			'sheet.xls',
			latin1(`${XML}<?mso-application progid='Excel.Sheet'?><Workbook>`),
			'a spreadsheet in the XML format',
			/XLSX/,
		],
		[
			'sheet.xls',
			latin1(`${XML}<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">`),
			'a spreadsheet in the XML format',
			/in Excel/,
		],
		['letter.doc', latin1(MHTML), 'a web page in one file (MHTML)', /in Word/],
		['page.doc', latin1(CONFLUENCE), 'a web page in one file (MHTML)', /in Word/],
		['page.mht', latin1(MHTML), 'a web page in one file (MHTML)', /./],
		['mail.eml', latin1(MHTML), 'an email', /./],
		['sheet.xls', latin1(PAGE), 'a web page (HTML)', /in Word or Excel/],
		['sheet.xls', latin1('a\tb\n1\t2'), 'a table as text', /in Excel/],
		['sheet.xls', utf16('Name\tFax\n'), 'a table as text', /in Excel/],
		['sheet.xlsx', latin1('a;b\r\n1;2'), 'a table as text', /in Excel/],
		['sheet.xls', latin1('ID;PWXL;N;E\r\nC;X1;Y1;K1\r\n'), 'a table as text', /in Excel/],
		['sheet.xls', latin1('Sorry, not found'), 'text, not XLS', /open it/],
		['sheet.xls', latin1('\x09\x08\x08\0\0\x05\x05\0'), 'a spreadsheet from Excel before 97', /in Excel/],
		['sheet.xls', latin1('\x09\0\x04\0\x07\0\x10\0'), 'a spreadsheet from Excel before 97', /in Excel/],
		[
			'sheet.wk1',
			latin1('\0\0\x02\0\x06\x04\x06\0'),
			'a spreadsheet from Excel before 97, or from Lotus',
			/in Excel/,
		],
		[
			'letter.doc',
			latin1('\xFFWPC\x10\0\0\0\x01\x0A'),
			'a WordPerfect document, not DOC',
			/Save it as a PDF/,
		],
		['letter.wpd', latin1('\xFFWPC\x10\0\0\0\x01\x0A'), 'a WordPerfect document', /Save it as a PDF/],
		['letter.doc', latin1('\xDB\xA5\x2D\0\0\0'), 'a document from Word before version 6', /LibreOffice/],
		['letter.doc', latin1('1\xBE\0\0\0\xAB'), 'a document from Word before version 6', /LibreOffice/],
		['scan.dcx', latin1('\xB1h\xDE:\x08\0\0\0'), 'a fax or a picture in DCX', /TIFF/],
	])('%s %#', (name, bytes, what, instead) => {
		const naming = () => namedByBytes({ name, mimeType: '', extension: '' }, bytes, true);
		expect(naming).toThrow(`The file "${name}" (no type) is ${what}`);
		expect(naming).toThrow(instead);
	});

	test('but a text about such files stays a text', () => {
		const said = { name: 'notes.txt', mimeType: '', extension: '' };
		for (const text of [MHTML, 'a\tb\n1\t2'])
			expect(namedByBytes(said, latin1(text), true)).toEqual({ name: 'notes.txt', type: 'text/plain' });
	});
});

describe('a complete PDF', () => {
	const said = { name: 'scan.pdf', mimeType: '', extension: '' };
	const BODY = '%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n';
	const END = 'xref\n0 1\ntrailer\n<</Root 1 0 R>>\nstartxref\n60\n%%EOF';
	const FIRST_PART = '%PDF-1.4\n1 0 obj\n<</Linearized 1/L 90000>>\nendobj\nxref\nstartxref\n0\n%%EOF\n';
	const FORM = '/AcroForm 5 0 R/NeedsRendering true>>\nendobj\n5 0 obj\n<</XFA[(template) 6 0 R]>>\nendobj\n';

	test.each([
		['with its end', BODY + END],
		['followed by zeros', `${BODY}${END}\n${'\0'.repeat(70_000)}`],
		["followed by a server's text", `${BODY}${END}\n<html>${'<br>Warning'.repeat(900)}</html>`],
		['without the last line', BODY + END.replace('%%EOF', '')],
		['for reading page by page', `${FIRST_PART}2 0 obj\nendobj\n${END}`],
		['with a form that also has pages', `${BODY}5 0 obj\n<</XFA 6 0 R>>\nendobj\n${END}`],
		[
			'that was once an Adobe Reader form',
			`${BODY}${FORM}${END}\n1 0 obj\n<</NeedsRendering false>>\n${END}`,
		],
		['with a keyword from such forms', `${BODY}/NeedsRendering true\n${END}`],
	])('is sent %s', (_what, text) => {
		expect(namedByBytes(said, latin1(text), true)).toEqual({ name: 'scan.pdf', type: PDF_TYPE });
	});

	test.each([
		['breaks off', /is a PDF that ends too early/, BODY.slice(0, 40)],
		['breaks off at its first line', /is a PDF that ends too early/, '%PDF-1.4'],
		[
			'breaks off after its first part',
			/is a PDF that ends too early/,
			`${FIRST_PART}2 0 obj\n<</Length 9>>`,
		],
		[
			'is an Adobe Reader form',
			/is a form that only Adobe Reader can show \(XFA\)\. Open/,
			BODY + FORM + END,
		],
		[
			'is an Adobe Reader form written with line breaks',
			/is a form that only Adobe Reader can show \(XFA\)\. Open/,
			BODY + FORM.replace('g true', 'g\r\n\t true') + END,
		],
	])('is refused when it %s', (_what, message, text) => {
		expect(() => namedByBytes(said, latin1(text), true)).toThrow(message);
	});
});

test('a name, a type and an extension of any length are read as quickly as short ones', () => {
	const many = 1_000_000;
	const hostile = ['.', ' ', '-', '_', '=', '?', '"', '/', '\\', '0', 'a', '\0', '=?a?b?', '.pdf', '\u202E'];
	const name = (filler: string) => `a${filler.repeat(many / filler.length)}b.pdf`;
	const work = (): void => {
		for (const filler of hostile) {
			const said = { name: name(filler), mimeType: name(filler), extension: name(filler) };
			expect(namedByBytes(said, PDF, false).name).toMatch(/^.{1,200}\.pdf$/u);
			// People must still be able to read the error.
			expect(() => namedByBytes(said, HTML, true)).toThrow(/^[^]{1,500} is a web page[^]{1,500}$/);
			// The text must also be harmless at the start of a file.
			for (const bytes of [said.name, `<?xml ${said.name}`, `%PDF-1.4\n${said.name}`, `a:${said.name}`])
				formatOf(latin1(bytes.slice(0, START_BYTES)));
		}
	};
	runInNewContext('work()', { work }, { timeout: 60_000 });
});

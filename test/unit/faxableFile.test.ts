import fc from 'fast-check';

import { faxableFile } from '../../nodes/shared/files/faxableFile';
import { InputError } from '../../nodes/shared/values/inputError';

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');

/** The beginning of a ZIP file with files of these names; the first may hold something. */
const zipOf = (names: string[], content = ''): Uint8Array =>
	latin1(names.map((name, at) => `PK\x03\x04${'\0'.repeat(26)}${name}${at === 0 ? content : ''}`).join(''));

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
/** What is left of bytes that something has read as text. */
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
const LETTERS = zipOf(['letter.docx', '[Content_Types].xml', '_rels/.rels', 'word/document.xml']);
const MAIL_WITH_PDF = latin1('From: a@example.com\r\n\r\nRead this.\r\n%PDF-1.5\n');
const JSON_TEXT = latin1('{"error":"x"}');
const HEBREW = '\u05D7\u05E9\u05D1\u05D5\u05DF \u65E5\u672C.pdf';

describe('a file that can be faxed is named by what it is:', () => {
	test.each<[name: string, mimeType: string, bytes: Uint8Array, as: string, type: string]>([
		// Rightly called.
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
		// By another name of the type, by the end of the name, or by neither.
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
		['about.txt', 'text/plain', latin1('A PDF begins with %PDF-1.7 and ends'), 'about.txt', 'text/plain'],
		['Dr. Roe, 3.4.2026', '', TEXT, 'Dr. Roe, 3.4.2026.txt', 'text/plain'],
		['notes.txt', 'text/plain', Buffer.from(utf16('Hi')).swap16(), 'notes.txt', 'text/plain'],
		['codes.txt', 'text/plain', latin1('Photographs\nLetters\n1234567890123456'), 'codes.txt', 'text/plain'],
		// As hexadecimal digits an icon, a video and PostScript; but of a file some digits are letters.
		['codes.txt', 'text/plain', latin1('00000100 00000200 00000300'), 'codes.txt', 'text/plain'],
		['codes.txt', 'text/plain', latin1('0000001866747970\n3333'), 'codes.txt', 'text/plain'],
		['codes.txt', 'text/plain', latin1('252150532020'), 'codes.txt', 'text/plain'],
		['lost.txt', 'text/plain', readAsText(latin1('Sehr geehrte Frau M\xFCller')), 'lost.txt', 'text/plain'],
		['pdf.txt', 'text/plain', latin1('A PDF begins with\n%PDF-1.7\nand so on'), 'pdf.txt', 'text/plain'],
		// Wrongly called.
		['scan.txt', PDF_TYPE, PDF, 'scan.pdf', PDF_TYPE],
		['scan.pdf', PDF_TYPE, TIFF, 'scan.tiff', 'image/tiff'],
		['letter.doc', 'application/msword', RTF, 'letter.rtf', 'application/rtf'],
		['letter.docx', DOCX_TYPE, PDF, 'letter.pdf', PDF_TYPE],
		['letter.doc', 'application/msword', WORD, 'letter.docx', DOCX_TYPE],
		['sheet.docx', DOCX_TYPE, EXCEL, 'sheet.xlsx', XLSX_TYPE],
		['photo.heic', 'image/heic', JPG, 'photo.jpg', 'image/jpeg'],
		['download.html', 'text/html', PDF, 'download.pdf', PDF_TYPE],
		['archive.zip', 'application/zip', WORD, 'archive.zip.docx', DOCX_TYPE],
		// With something before its first bytes.
		['scan.pdf', PDF_TYPE, latin1(`\r\n--scan\r\n\r\n%PDF-1.4\n`), 'scan.pdf', PDF_TYPE],
		['scan', STREAM, latin1('\xEF\xBB\xBF%PDF-1.4\n'), 'scan.pdf', PDF_TYPE],
		['print', STREAM, latin1(`${PRINTER}PDF\r\n%PDF-1.4\r\n`), 'print.pdf', PDF_TYPE],
		['letter.rtf', '', latin1('\xEF\xBB\xBF{\\rtf1}'), 'letter.rtf', 'application/rtf'],
		// Called as systems, people and strangers call files.
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
		[`${'x'.repeat(300)}.pdf`, PDF_TYPE, PDF, `${'x'.repeat(196)}.pdf`, PDF_TYPE],
		[`${'\u65E5'.repeat(100)}.pdf`, '', PDF, `${'\u65E5'.repeat(65)}.pdf`, PDF_TYPE],
	])('%s (%s)', (name, mimeType, bytes, as, type) => {
		expect(faxableFile({ name, mimeType, extension: '' }, bytes)).toEqual({ name: as, type });
	});

	test('n8n may know the end of its name alone', () => {
		const said = { name: 'letter', mimeType: '', extension: 'doc' };
		expect(faxableFile(said, OLE)).toEqual({ name: 'letter.doc', type: 'application/msword' });
	});

	test('names of all kinds become such as every system bears', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
				const { name: safe } = faxableFile({ name, mimeType: '', extension: '' }, PDF);
				expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(255);
				expect(safe).toMatch(/^[^.\s/\\"\r\n\0\p{Cf}][^/\\"\r\n\0\p{Cf}]*\.pdf$/iu);
			}),
		);
	});
});

describe('a file that cannot be faxed is told by what it is, and how it becomes one that can:', () => {
	test.each<[name: string, mimeType: string, bytes: Uint8Array, what: string, instead: RegExp]>([
		['invoice.pdf', PDF_TYPE, HTML, 'a web page (HTML), and no PDF, whatever', /Print it as a PDF/],
		['page.html', 'text/html', HTML, 'a web page (HTML)', /Gotenberg/],
		['page.txt', 'text/plain', latin1('\xEF\xBB\xBF\n<html>'), 'a web page (HTML), and no TXT', /./],
		['letter.doc', 'application/msword', HTML, 'a web page (HTML), and no DOC', /./],
		['IMG_1.HEIC', 'image/heic', HEIC, 'a photo in the format HEIC', /Most Compatible/],
		['IMG_1.jpg', 'image/jpeg', HEIC, 'a photo in the format HEIC, and no JPG', /Most Compatible/],
		['photo.webp', 'image/webp', latin1('RIFF\x10\0\0\0WEBPVP8 '), 'a picture in a format', /"Edit Image"/],
		['photo.gif', 'image/gif', latin1('GIF89a'), 'a picture in a format', /"Edit Image"/],
		['photo.bmp', 'image/bmp', latin1('BM\x36\0\x0C\0\0\0\0\0'), 'a picture in a format', /"Edit Image"/],
		['photo.avif', 'image/avif', latin1('\0\0\0\x1cftypavif'), 'a picture in a format', /./],
		['photo.cr2', 'image/x-canon-cr2', TIFF, 'a raw photo of a camera', /JPG/],
		['plan.svg', 'image/svg+xml', latin1('<?xml version="1.0"?>\n<svg '), 'a drawing', /PDF/],
		['letter.odt', ODT_TYPE, ODT, 'an OpenDocument file', /Gotenberg/],
		['letter.docx', DOCX_TYPE, ODT, 'an OpenDocument file, such as ODT, and no DOCX', /Save it as a PDF/],
		['sheet.ods', '', ODS, 'an OpenDocument sheet', /"Convert to File"/],
		['Brief.pages', 'application/zip', zipOf(['Index/Document.iwa']), 'a document of Pages', /Export To/],
		['Brief.pages', '', zipOf(['preview.jpg']), 'a document of Pages', /Export To/],
		['talk.pptx', '', zipOf(['[Content_Types].xml', 'ppt/presentation.xml']), 'a presentation', /PDF/],
		['talk.ppt', 'application/vnd.ms-powerpoint', OLE, 'a presentation', /PDF/],
		['book.epub', '', zipOf(['mimetype'], 'application/epub+zip'), 'an electronic book', /PDF/],
		['letter.docm', '', WORD, 'a template, or a document with macros', /DOCX/],
		['scans.zip', 'application/zip', zipOf(['scan.pdf']), 'an archive', /"Compression"/],
		['scans.pdf', PDF_TYPE, zipOf(['scan.pdf']), 'an archive, such as ZIP, and no PDF', /"Compression"/],
		['letters.zip', 'application/zip', LETTERS, 'an archive', /"Compression"/],
		['site.zip', 'application/zip', zipOf(['readme.txt', 'word/list.txt']), 'an archive', /"Compression"/],
		['scan.pdf.gz', 'application/gzip', latin1('\x1F\x8B\x08\0'), 'an archive', /"Compression"/],
		[
			'mail.eml',
			'message/rfc822',
			latin1('Received: from a\r\nSubject: b\r\n\r\nHi'),
			'an email',
			/attachments/,
		],
		['mail.msg', 'application/vnd.ms-outlook', OLE, 'an email', /attachments/],
		['list.csv', 'text/csv', latin1('a,b\n1,2'), 'a table as text (CSV)', /"Convert to File"/],
		['answer', 'application/json', JSON_TEXT, 'data or code', /./],
		['answer', 'text/plain', JSON_TEXT, 'data or code', /./],
		['invoice.pdf', PDF_TYPE, JSON_TEXT, 'data or code, such as JSON, and no PDF', /./],
		['invoice.pdf', PDF_TYPE, latin1('Not found'), 'text, and no PDF', /a server may have answered/],
		[
			'invoice.pdf',
			PDF_TYPE,
			latin1('JVBERi0xLjQKJcOkw7zDtsOf'),
			'a file written out as text, such as base64',
			/Move Base64/,
		],
		['data', STREAM, latin1('UEsDBAoAAAAAACB3b3JkL2RvY3VtZW50'), 'a file written out as text', /Move Base64/],
		['data', STREAM, latin1('SUkqAAgAAAAOAAAB'), 'a file written out as text', /Move Base64/],
		['data.txt', 'text/plain', latin1('"JVBERi0xLjUKJbXtrvsKNCA="'), 'a file written out as text', /Move/],
		['data', '', latin1("b'JVBERi0xLjUKJbXtrvsK_-A='"), 'a file written out as text', /Move/],
		['data', STREAM, latin1('255044462d312e350a25b5ed'), 'a file written out as text', /Move/],
		['scan', STREAM, latin1('begin 644 scan.pdf\nM)5!$1BTQ\n'), 'a file written out as text', /Move/],
		['letter.pdf', PDF_TYPE, readAsText(PDF), 'damaged, because', /Response Format > File/],
		['photo.jpg', 'image/jpeg', readAsText(JPG), 'damaged, because', /Response Format > File/],
		['shot.png', 'image/png', readAsText(latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xFE')), 'damaged', /File/],
		['page.txt', 'text/plain', utf16('<!DOCTYPE html><html>'), 'a web page (HTML), and no TXT', /./],
		['empty.txt', 'text/plain', latin1(' \r\n\r\n'), 'a text that says nothing', /Check the node/],
		['data', 'text/plain', latin1('[object Object]'), 'a text that says nothing', /Check the node/],
		['bill.pdf.p7m', 'application/pkcs7-mime', latin1(SIGNED), 'a signed or encrypted envelope', /in it/],
		['bill.pdf', PDF_TYPE, latin1(SIGNED), 'a signed or encrypted envelope (P7M', /in it/],
		['letter.asc', '', latin1('-----BEGIN PGP MESSAGE-----\n\nhQEM'), 'a signed or encrypted', /in it/],
		['bill.pdf.url', '', latin1('[InternetShortcut]\r\nURL=https://x'), 'a shortcut', /leads to/],
		['._scan.pdf', PDF_TYPE, latin1('\0\x05\x16\x07\0\x02\0\0'), 'what a Mac keeps', /the file itself/],
		['winmail.dat', 'application/ms-tnef', latin1('x\x9F>"\x01\0'), 'an email', /attachments/],
		['mail.eml', 'message/rfc822', MAIL_WITH_PDF, 'an email', /attachments/],
		['print.prn', STREAM, latin1(`${PRINTER}PCL\r\n\x1BE`), 'a drawing, or pages for a printer', /PDF/],
		['IMG_1.CR3', '', latin1('\0\0\0\x18ftypcrx \0\0'), 'a raw photo of a camera', /JPG/],
		[
			'IMG_1.tif',
			'image/tiff',
			latin1('II*\0\x10\0\0\0CR\x02\0'),
			'a raw photo of a camera, and no TIFF',
			/JPG/,
		],
		['image.jpg', 'image/jpeg', latin1('\0\0\0\x0CJXL \r\n\x87\n'), 'a picture in a format', /"Edit Image"/],
		['flyer.pub', 'application/x-mspublisher', OLE, 'of a program whose files', /Save it as a PDF/],
		['contract.hwp', STREAM, OLE, 'of a program whose files', /Save it as a PDF/],
		[
			'plan.vsdx',
			'',
			zipOf(['[Content_Types].xml', 'visio/document.xml']),
			'of a program',
			/Save it as a PDF/,
		],
		['print.oxps', 'application/oxps', PARTS, 'of a program whose files', /Save it as a PDF/],
		['plan.dwg', 'image/vnd.dwg', latin1('AC1032\0\0\0'), 'of a program whose files', /Save it as a PDF/],
		['plan.dxf', 'image/vnd.dxf', latin1('  0\nSECTION\n'), 'text. To fax it as text', /\.txt/],
		['form.fdf', STREAM, latin1('%FDF-1.2\n%\xE2\xE3\xCF\xD3\n'), 'text. To fax it as text', /open it/],
		['movie.mp4', 'video/mp4', latin1('\0\0\0\x18ftypmp42'), 'a video or a sound', /no pages/],
		['song.mp3', 'audio/mpeg', latin1('ID3\x03\0\0'), 'a video or a sound', /no pages/],
		['setup.exe', STREAM, latin1('MZ\x90\0\x03\0\0\0'), 'a program', /no pages/],
		['letter.docx', DOCX_TYPE, OLE, 'protected by a password', /without the password/],
		['letter', STREAM, OLE, 'of Office, but', /\.doc or \.xls/],
		['letter', STREAM, PARTS, 'of Office, but', /\.docx or \.xlsx/],
		['contract.pdf', PDF_TYPE, GARBAGE, 'of a format that cannot be faxed, and no PDF', /Send PDF, DOC/],
		['thing', STREAM, GARBAGE, 'of a format that cannot be faxed', /Send PDF, DOC/],
	])('%s (%s)', (name, mimeType, bytes, what, instead) => {
		const naming = () => faxableFile({ name, mimeType, extension: '' }, bytes);
		expect(naming).toThrow(InputError);
		expect(naming).toThrow(`The file "${name}" (${mimeType || 'of no type'}) is ${what}`);
		expect(naming).toThrow(instead);
	});
});

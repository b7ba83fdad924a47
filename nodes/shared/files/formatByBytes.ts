import type { Format } from './formats';
import { contentOfZip } from './zips';

/**
 * Number of bytes that are read to recognize a format. A stream has them at once, and the files in a DOCX may be in any order.
 */
export const START_BYTES = 65_536;

/**
 * Number of bytes that patterns check. A PDF's signature may be anywhere in the first thousand, and Word's XML even later.
 */
const HEAD = 4096;

/** What the first bytes show: a format, or a family of formats that only differ in their names. */
export type DetectedFormat = Format | 'ole' | 'parts' | 'rows' | 'mailParts' | 'dataAsText' | 'latePdf';

const BOM = '(?:\u00EF\u00BB\u00BF|\uFEFF)?';
const COMMENTS = '(?:\\s*<(?:\\?xml|!--)[^>]*>)*\\s*';

const XML = `^${BOM}\\s*<\\?xml\\s`;

/** Matches a ZIP whose first file isn't compressed and names the type. */
const TYPED = 'PK␃␄[^]{26}mimetypeapplication\\/';

/**
 * Patterns for the first bytes. Each byte is the character with its code, or a visible sign for it, such as ␃ for 3. The
 * first pattern that matches is used.
 */
const FILE_SIGNATURES: ReadonlyArray<[signature: RegExp, format: DetectedFormat | 'zip']> = [
	[/^%PDF-/, 'pdf'],
	[/^\u00FF\u00D8\u00FF/, 'jpg'],
	[/^\u0089PNG\r\n␚\n/, 'png'],
	[/^(II\*␀[^]{4}CR|IIR[OS]␈␀|IIU␀|FUJIFILMCCD|[^]{4}ftypcrx )/, 'raw'],
	[/^(II[*+]␀|MM␀[*+])/, 'tiff'],
	[new RegExp(`^${BOM}\\s*\\{\\\\rtf`), 'rtf'],
	[/^\u00D0\u00CF␑\u00E0\u00A1\u00B1␚\u00E1/, 'ole'],
	[new RegExp(`^${BOM}${COMMENTS}<(!doctype\\s+html|html|head|body|script|meta|title)\\b`, 'i'), 'web'],
	[new RegExp(`^${BOM}${COMMENTS}(<!doctype\\s+svg[^>]*>\\s*)?<svg\\b`, 'i'), 'drawing'],
	[/^(%!PS|\u00C5\u00D0\u00D3\u00C6)/, 'drawing'],
	[/^␛(%-12345X(?![^]{0,999}%PDF-)|E␛)/, 'drawing'],
	[/^[^]{4}ftyp(he[iv][cxms]|mif1|msf1)/, 'heic'],
	[/^(GIF8[79]a|BM[^]{4}␀␀␀␀|RIFF[^]{4}WEBP|[^]{4}ftypavi[fs]|␀␀␁␀|8BPS␀|␀␀␀\fjP|[^]{4}JXL )/, 'picture'],
	[
		/^([^]{4}ftyp|ID3[␂-␄]|\u00FF[\u00FB\u00F3\u00F2]|RIFF[^]{4}(WAVE|AVI )|OggS␀|fLaC␀|␚E\u00DF\u00A3)/,
		'media',
	],
	[/^(␟\u008B|7z\u00BC\u00AF|Rar!␚|BZh\d1AY|\u00FD7zXZ|PK␅␆|PK00PK|[^]{257}ustar)/, 'archive'],
	[new RegExp(`^${TYPED}epub`), 'book'],
	[new RegExp(`^${TYPED}vnd\\.oasis\\.opendocument\\.spreadsheet`), 'openSheet'],
	[new RegExp(`^${TYPED}vnd\\.oasis\\.`), 'openText'],
	[/^PK␃␄/, 'zip'],
	[/^\u00FFWPC/, 'wordPerfect'],
	[/^(\u00DB\u00A5-␀|\u009B\u00A5!␀|[12]\u00BE␀␀|\u00FE7␀[␜#])/, 'oldWord'],
	[/^(\t[␀␂␄␈][␄␆␈␐]␀|␀␀␂␀␆␄|␀␀␚␀)/, 'oldSheet'],
	[/^(\u00B1h\u00DE:|\n[␀␂-␅]␁[␁␂␄␈])/, 'faxPicture'],
	[/^(MZ[^]{0,100}␀␀|\u007FELF|\u00CA\u00FE\u00BA\u00BE)/, 'program'],
	// In PKCS #7, this is the object identifier of signed or encrypted data.
	[/^0[^]{1,5}␆\t\u002A\u0086\u0048\u0086\u00F7\r␁␇/, 'sealed'],
	[/^-----BEGIN (PGP MESSAGE|PKCS7|CMS)-----/, 'sealed'],
	[/^(\[InternetShortcut\]|\[Desktop Entry\]|L␀␀␀␁␔␂)/, 'shortcut'],
	[/^␀␅␖␇/, 'besideFile'],
	[/^x\u009F>"/, 'mail'],
	[/^begin [0-7]{3} \S+\r?\nM/, 'base64'],
	[new RegExp(`^${BOM}\\s*((undefined|null|NaN|\\[object \\w+\\])\\s*)?$`), 'nothing'],
	// As in other programs, the signature may be anywhere in the first kilobyte, because scanners and mail gateways add
	// lines before it.
	[/^(?!\s*[{[<])[^]{0,1019}%PDF-\d\.\d[ \t]*[\r\n]/, 'latePdf'],
	[new RegExp(`${XML}[^]*(progid=["']Word\\.|<w:wordDocument|<pkg:package)`), 'wordXml'],
	[new RegExp(`${XML}[^]*(progid=["']Excel\\.|urn:schemas-microsoft-com:office:spreadsheet)`), 'sheetXml'],
	[new RegExp(`^${BOM}\\s*(\\{\\s*"|\\[\\s*[[{"]|<\\?xml\\s)`), 'dataAsText'],
	[/^[^␀-␆␎-␙␜-␟\u007F]+$/, 'text'],
];

/**
 * Returns the format of a file by its first bytes, or "unknown" if none matches.
 *
 * @param isCalledOffice whether its name or type is one of Word or Excel. Then the first file in a ZIP may be any file
 */
export function formatOf(start: Uint8Array, isCalledOffice = false): DetectedFormat {
	const head = start.subarray(0, HEAD);
	const text = withSigns(textOf(Buffer.from(head)));
	const format = FILE_SIGNATURES.find(([pattern]) => pattern.test(text))?.[1] ?? 'unknown';
	if (format === 'text') return kindOfText(text);
	if (format === 'zip') return kindOfZip(start, isCalledOffice);
	return !TEXTS.includes(format) && hasLostBytes(head) ? 'damaged' : format;
}

function kindOfText(text: string): DetectedFormat {
	if (isWrittenOut(text.trim())) return 'base64';
	const [headers = ''] = text.trimStart().split(/\r?\n\r?\n/, 1);
	if (/^[\w-]{1,99}:/.test(headers) && /^content-type:\s*multipart\/related/im.test(headers))
		return 'mailParts';
	if (/^(ID;P|TABLE\r?\n0,1)/.test(text)) return 'table';
	const lines = text.split('\n', 2);
	const isTable = ['\t', ';', ','].some(
		(sign) => lines.length === 2 && lines.every((line) => line.includes(sign)),
	);
	return isTable || lines[0]?.includes('\t') ? 'rows' : 'text';
}

function kindOfZip(start: Uint8Array, isCalledOffice: boolean): DetectedFormat {
	if (hasLostBytes(start.subarray(0, HEAD))) return 'damaged';
	const { kind, beginsAsOffice } = contentOfZip(Buffer.from(start));
	return kind !== undefined && (beginsAsOffice || isCalledOffice || kind === 'iWork') ? kind : 'archive';
}

/** Replaces control characters with signs, because n8n's linter allows none in patterns. White space is kept. */
function withSigns(text: string): string {
	return text.replace(/[^\s\u0020-\uFFFF]/g, (control) =>
		String.fromCharCode(0x2400 + control.charCodeAt(0)),
	);
}

/** Returns each byte as the character with its code, or the characters of UTF-16 text. */
function textOf(start: Buffer): string {
	const bytes = start.subarray(0, start.length & ~1);
	if (/^\u00FF\u00FE(?!\0\0)/.test(start.toString('latin1', 0, 4))) return bytes.toString('utf16le');
	return bytes.indexOf('\u00FE\u00FF', 0, 'latin1') === 0
		? Buffer.from(bytes).swap16().toString('utf16le')
		: start.toString('latin1');
}

/** Formats that are text from beginning to end. */
const TEXTS: readonly DetectedFormat[] = [
	'text',
	'rows',
	'table',
	'mailParts',
	'dataAsText',
	'wordXml',
	'sheetXml',
	'web',
	'rtf',
	'base64',
	'sealed',
	'shortcut',
	'nothing',
];

/** Whether a string is a file in base64 or hexadecimal digits, with or without quotes and the beginning of a data URI. */
function isWrittenOut(text: string): boolean {
	const [, hex, base64] =
		/^(?:data:[^,]{1,99},)?(?:0x|b?["'])?(?:([\da-f\s]{12,})|([\w+/=\s-]{12,}))["']?$/i.exec(text) ?? [];
	const digits = (hex ?? base64 ?? '').replace(/\s/g, '').slice(0, 1024);
	// Codes and numbers may look like a file by chance, but an encoded file has letters.
	if (!/[a-z]/i.test(digits)) return false;
	const format = formatOf(Buffer.from(digits, hex === undefined ? 'base64' : 'hex'));
	return format !== 'unknown' && !TEXTS.includes(format);
}

/** Whether the bytes were once read as UTF-8 text, which leaves a replacement character for each invalid byte. */
function hasLostBytes(start: Uint8Array): boolean {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true }).includes('\uFFFD');
	} catch {
		return false;
	}
}

import type { FileType } from './storeFile';

/** The formats that the service takes (docs/api.md, "Sending"), by the ends of file names. */
const FAXABLE = {
	pdf: 'application/pdf',
	doc: 'application/msword',
	docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	txt: 'text/plain',
	rtf: 'application/rtf',
	jpg: 'image/jpeg',
	png: 'image/png',
	tiff: 'image/tiff',
	xls: 'application/vnd.ms-excel',
	xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** A format that can be faxed, by the end of its files' names. */
export type Faxable = keyof typeof FAXABLE;

export const FAXABLE_FORMATS = 'PDF, DOC, DOCX, TXT, RTF, JPG, PNG, TIFF, XLS or XLSX';

export function typeOf(extension: Faxable): FileType {
	return { extension, mimeType: FAXABLE[extension] };
}

const CONVERTER =
	'In a workflow, n8n\'s "HTTP Request" node can let a converter such as Gotenberg make a PDF of it.';
const SAVE_AS_PDF = `Save it as a PDF in the program that it is from. ${CONVERTER}`;
const ITS_TEXT = 'Or read its text by n8n\'s "Extract from File" node, and choose Text under Document here.';
const EDIT_IMAGE =
	'Save it as a JPG or PNG. In a workflow, n8n\'s "Edit Image" node does (Options > Format).';

/** What people send that cannot be faxed: what it is, and how it becomes what can. */
const OTHERS = {
	web: ['a web page (HTML)', `Print it as a PDF in a browser. ${CONVERTER} ${ITS_TEXT}`],
	heic: [
		'a photo in the format HEIC',
		`Send it as a JPG: on an iPhone by Settings > Camera > Formats > Most Compatible. ${CONVERTER}`,
	],
	picture: ['a picture in a format that the service does not take', EDIT_IMAGE],
	raw: ['a raw photo of a camera', 'Save it as a JPG in a photo program.'],
	drawing: ['a drawing (SVG or PostScript)', SAVE_AS_PDF],
	openText: ['an OpenDocument file, such as ODT', SAVE_AS_PDF],
	openSheet: [
		'an OpenDocument sheet (ODS)',
		'Save it as a PDF. In a workflow, n8n\'s "Extract from File" node reads it and "Convert to File" makes an XLSX of it.',
	],
	iWork: ['a document of Pages, Numbers or Keynote', `Export it as a PDF (File > Export To). ${CONVERTER}`],
	slides: ['a presentation', SAVE_AS_PDF],
	book: ['an electronic book', SAVE_AS_PDF],
	macros: ['a template, or a document with macros', 'Save it as a DOCX, an XLSX or a PDF.'],
	archive: [
		'an archive, such as ZIP',
		'Send what is in it: n8n\'s "Compression" node unpacks ZIP and GZ into fields of their own.',
	],
	mail: [
		'an email (EML or MSG)',
		`Print it as a PDF in a mail program, or send its text and its attachments, as n8n's mail nodes give them. ${CONVERTER}`,
	],
	table: [
		'a table as text (CSV)',
		'n8n\'s "Extract from File" node reads it and "Convert to File" makes an XLSX of it.',
	],
	data: ['data or code, such as JSON', `Print it as a PDF. ${ITS_TEXT}`],
	media: ['a video or a sound', 'It has no pages. Send a document or a picture.'],
	program: ['a program', 'It has no pages. Send a document or a picture.'],
	base64: [
		'a file written out as base64 text',
		'n8n\'s "Convert to File" node makes a file of it (Move Base64 String to File).',
	],
	locked: [
		'protected by a password, or of Office before 2007 under the name of a newer one',
		'Save it without the password, or as a PDF.',
	],
	office: [
		'of Office, but neither its name nor its type says of which kind',
		'End its name in .doc or .xls.',
	],
	officeParts: [
		'of Office, but neither its name nor its type says of which kind',
		'End its name in .docx or .xlsx.',
	],
	text: [
		'text',
		'To fax it as text, end its name in .txt. If it should be a document, open it: a server may have answered with words in its place.',
	],
	unknown: ['of a format that cannot be faxed', `Send ${FAXABLE_FORMATS}, or save it as a PDF.`],
} as const;

/** What cannot be faxed. */
export type Other = keyof typeof OTHERS;

export type Format = Faxable | Other;

export function isFaxable(format: Format): format is Faxable {
	return format in FAXABLE;
}

/** What a file is that cannot be faxed, so that a sentence can go on "The file … is", and what to do with it, in sentences. */
export function wordsFor(other: Other): readonly [what: string, instead: string] {
	return OTHERS[other];
}

/** By ends of file names, and by media types as browsers, mail programs and scanners give them. */
const NAMES: ReadonlyArray<[names: RegExp, format: Format]> = [
	[/^(pdf|(application|text)\/(x-|x\.)?pdf|application\/(acrobat|vnd\.pdf))$/, 'pdf'],
	[/^(doc|application\/(x-|vnd\.)?(ms-?)?word|application\/doc)$/, 'doc'],
	[/^(docx|application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.document)$/, 'docx'],
	[/^(txt|text|log|asc|text\/plain)$/, 'txt'],
	[/^(rtf|(application|text)\/(x-)?(rtf|richtext))$/, 'rtf'],
	[/^(jpg|jpeg|jpe|jfif|image\/p?jpe?g)$/, 'jpg'],
	[/^(png|image\/(x-)?png)$/, 'png'],
	[/^(tif|tiff|image\/(x-)?tiff?)$/, 'tiff'],
	[/^(xls|application\/(x-|vnd\.)?(ms-?)?excel)$/, 'xls'],
	[/^(xlsx|application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet)$/, 'xlsx'],
	[/^(html?|xhtml|mht|mhtml|text\/html|application\/xhtml\+xml)$/, 'web'],
	[/^(hei[cf]|image\/hei[cf])$/, 'heic'],
	[/^(cr[23]|nef|dng|arw|orf|rw2|pef|raf|image\/x-(adobe-dng|(canon|nikon|sony|olympus)-.+))$/, 'raw'],
	[/^(svgz?|e?ps|image\/svg\+xml|application\/postscript)$/, 'drawing'],
	[/^(do[ct]m|dotx?|xls[mb]|xl[ta]m|xlt[x]?|application\/.+\.(macroenabled\.12|template))$/, 'macros'],
	[/^(ppt[xm]?|pps[xm]?|application\/vnd\.(ms-powerpoint|.+presentationml\.presentation))$/, 'slides'],
	[/^(pages|numbers|key|application\/(x-iwork-.+|vnd\.apple\.(pages|numbers|keynote)))$/, 'iWork'],
	[/^(eml|emlx|mbox|msg|message\/rfc822|application\/vnd\.ms-outlook)$/, 'mail'],
	[/^(csv|tsv|tab|(text|application)\/csv|text\/tab-separated-values)$/, 'table'],
	[
		/^(json|jsonl|xml|ya?ml|md|js|ts|css|ics|vcf|sql|sh|py|(text|application)\/(x-)?(json|xml)|.+\+json)$/,
		'data',
	],
	[/^text\/(?!plain).+$/, 'data'],
	[/^(audio|video)\/.+$|^(mp[34]|mov|avi|wav|m4[av]|ogg)$/, 'media'],
];

/** The format that an end of a file name or a media type says; undefined for one that says none. */
export function formatNamed(name: string): Format | undefined {
	return NAMES.find(([names]) => names.test(name))?.[1];
}

/** Bytes by which files are told apart: that of a PDF may come late in the first thousand, the parts of a DOCX later. */
export const BEGINNING = 4096;

/** What first bytes show: a format, or a family of formats that only their names tell apart. */
export type Beginning = Format | 'ole' | 'parts' | 'dataAsText';

const BOM = '(?:\u00EF\u00BB\u00BF)?';
const COMMENTS = '(?:\\s*<(?:\\?xml|!--)[^>]*>)*\\s*';

/** What stands before the name of each file in a ZIP, and by which names the files of Office begin that tell no kind. */
const PART = 'PK\u0003\u0004[^]{26}';
const PARTS = '(\\[Content_Types\\]\\.xml|_rels/|docProps/|customXml/|docMetadata/|customUI/)';

/** A file of Office with a folder of its kind. A ZIP that only holds such a file begins with the name of that. */
function officeWith(folder: string): RegExp {
	return new RegExp(`^${PART}(${PARTS}[^]*${PART})?${folder}/`);
}

/** By first bytes, each as the character of its number; the first that fits counts. */
const BEGINNINGS: ReadonlyArray<[beginning: RegExp, format: Beginning]> = [
	[/^%PDF-/, 'pdf'],
	[/^\u00FF\u00D8\u00FF/, 'jpg'],
	[/^\u0089PNG\r\n\u001A\n/, 'png'],
	[/^(II[*+]\0|MM\0[*+])/, 'tiff'],
	[new RegExp(`^${BOM}\\s*\\{\\\\rtf`), 'rtf'],
	[/^\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1/, 'ole'],
	[new RegExp(`^${BOM}${COMMENTS}<(!doctype\\s+html|html|head|body|script|meta|title)\\b`, 'i'), 'web'],
	[new RegExp(`^${BOM}${COMMENTS}(<!doctype\\s+svg[^>]*>\\s*)?<svg\\b`, 'i'), 'drawing'],
	[/^(%!PS|\u00C5\u00D0\u00D3\u00C6)/, 'drawing'],
	[/^[^]{4}ftyp(hei[cxms]|hev[cx]|mif1|msf1)/, 'heic'],
	[
		/^(GIF8[79]a|BM[^]{4}\0\0\0\0|RIFF[^]{4}WEBP|[^]{4}ftypavi[fs]|\0\0\u0001\0|8BPS\0|\0\0\0\u000CjP)/,
		'picture',
	],
	[
		/^([^]{4}ftyp|ID3[\u0002-\u0004]|\u00FF[\u00FB\u00F3\u00F2]|RIFF[^]{4}(WAVE|AVI )|OggS\0|fLaC\0|\u001AE\u00DF\u00A3)/,
		'media',
	],
	[
		/^(\u001F\u008B|7z\u00BC\u00AF|Rar!\u001A|BZh\d1AY|\u00FD7zXZ|PK\u0005\u0006|PK00PK|[^]{257}ustar)/,
		'archive',
	],
	[/^PK\u0003\u0004[^]{26}mimetypeapplication\/epub/, 'book'],
	[/^PK\u0003\u0004[^]{26}mimetypeapplication\/vnd\.oasis\.opendocument\.spreadsheet/, 'openSheet'],
	[/^PK\u0003\u0004[^]{26}mimetypeapplication\/vnd\.oasis\./, 'openText'],
	[/^PK\u0003\u0004[^]*(Index\/|\.iwa)/, 'iWork'],
	[officeWith('word'), 'docx'],
	[officeWith('xl'), 'xlsx'],
	[officeWith('ppt'), 'slides'],
	[new RegExp(`^${PART}${PARTS}`), 'parts'],
	[/^PK\u0003\u0004/, 'archive'],
	[/^(MZ[^]{0,100}\0\0|\u007FELF|\u00CA\u00FE\u00BA\u00BE)/, 'program'],
	[/^\s*(data:[^,]{1,99},)?(JVBERi0|UEsDBBQ|0M8R4KGx|\/9j\/4|iVBORw0K)[\w+/=\s]*$/, 'base64'],
	[/^(\u00FF\u00FE|\u00FE\u00FF)(?!\0\0)/, 'text'],
	// The first kilobyte counts, as elsewhere: scanners and mail gateways put lines before it.
	[/^(?!\s*[{[<])[^]{0,1019}%PDF-\d\.\d[ \t]*[\r\n]/, 'pdf'],
	[new RegExp(`^${BOM}\\s*(\\{\\s*"|\\[\\s*[[{"]|<\\?xml\\s)`), 'dataAsText'],
	[/^[^\0-\u0006\u000E-\u0019\u001C-\u001F\u007F]+$/, 'text'],
];

/** What a file is by its first bytes; what begins like none is unknown. */
export function formatOf(beginning: Uint8Array): Beginning {
	const text = Buffer.from(beginning).toString('latin1');
	return BEGINNINGS.find(([pattern]) => pattern.test(text))?.[1] ?? 'unknown';
}

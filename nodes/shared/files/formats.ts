import type { FileType } from './storeFile';

/** The formats that the service takes (docs/contributing/api.md, "Sending"), by the ends of file names. */
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

const FAXABLE_FORMATS = 'PDF, DOC, DOCX, TXT, RTF, JPG, PNG, TIFF, XLS or XLSX';

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
	officePage: [
		'a web page (HTML)',
		'Open it in Word or Excel, and save it as a DOCX, an XLSX or a PDF. If it shows a login, get the file with that login.',
	],
	mhtml: [
		'a web page in one file (MHTML)',
		'Open it in Word or Excel, and save it as a DOCX, an XLSX or a PDF.',
	],
	wordXml: [
		'a Word document in XML, as Word 2003 writes it',
		'Open it in Word, and save it as a DOCX or a PDF.',
	],
	sheetXml: ['a sheet in XML, as Excel 2003 writes it', 'Open it in Excel, and save it as an XLSX or a PDF.'],
	wordPerfect: ['a WordPerfect document', SAVE_AS_PDF],
	oldWord: [
		'a document of Word before version 6, or of Write',
		'Open it in LibreOffice, and save it as a DOCX or a PDF.',
	],
	oldSheet: [
		'a sheet of Excel before 97, or of Lotus 1-2-3',
		'Open it in Excel or LibreOffice, and save it as an XLSX or a PDF.',
	],
	cutOff: [
		'a PDF that breaks off before its end',
		'Get or create it again, and check that the node before this one gives the whole file.',
	],
	xfa: [
		'a form that only Adobe Reader can show (XFA)',
		'Open it there, print it as a PDF, and send that. Its own page only says "Please wait".',
	],
	heic: [
		'a photo in the format HEIC',
		`Send it as a JPG: on an iPhone by Settings > Camera > Formats > Most Compatible. ${CONVERTER}`,
	],
	picture: ['a picture in a format that the service does not take', EDIT_IMAGE],
	faxPicture: ['a fax or a picture in the format DCX or PCX', 'Save it as a TIFF or a PDF.'],
	raw: ['a raw photo of a camera', 'Save it as a JPG in a photo program.'],
	drawing: ['a drawing, or pages for a printer (SVG, PostScript or PCL)', SAVE_AS_PDF],
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
		'a table as text (CSV, TSV or SYLK)',
		'Open it in Excel, and save it as an XLSX. In a workflow, n8n\'s "Extract from File" node reads it and "Convert to File" makes an XLSX of it.',
	],
	data: ['data or code, such as JSON', `Print it as a PDF. ${ITS_TEXT}`],
	media: ['a video or a sound', 'It has no pages. Send a document or a picture.'],
	program: ['a program', 'It has no pages. Send a document or a picture.'],
	base64: [
		'a file written out as text, such as base64',
		'n8n\'s "Convert to File" node makes a file of base64 (Move Base64 String to File).',
	],
	damaged: [
		'damaged, because something has read it as text',
		'Let n8n read it as a file: in the "HTTP Request" node by Options > Response > Response Format > File.',
	],
	sealed: [
		'a signed or encrypted envelope (P7M, PGP)',
		'Send the document that is in it, as the program saves it that signs or encrypts.',
	],
	shortcut: ['a shortcut to a file or a page', 'Send what it leads to.'],
	besideFile: [
		'what a Mac keeps beside a file',
		'Send the file itself: its name is the same without "._" at the beginning.',
	],
	nothing: ['a text that says nothing', 'Check the node and the expression that provide it.'],
	locked: [
		'protected by a password, or of Office before 2007 under the name of a newer one',
		'Save it without the password, or as a PDF.',
	],
	otherProgram: ['of a program whose files cannot be faxed', SAVE_AS_PDF],
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
	[/^(jpg|jpeg|jpe|jfif|mpo|image\/p?jpe?g)$/, 'jpg'],
	[/^(png|image\/(x-)?png)$/, 'png'],
	[/^(tif|tiff|fax|image\/(x-)?tiff?)$/, 'tiff'],
	[/^(xls|application\/(x-|vnd\.)?(ms-?)?excel)$/, 'xls'],
	[/^(xlsx|application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet)$/, 'xlsx'],
	[/^(html?|xhtml|mht|mhtml|text\/html|application\/xhtml\+xml)$/, 'web'],
	[/^(hei[cf]|image\/hei[cf])$/, 'heic'],
	[/^(cr[23]|nef|dng|arw|orf|rw2|pef|raf|image\/x-(adobe-dng|(canon|nikon|sony|olympus)-.+))$/, 'raw'],
	[/^(svgz?|e?ps|image\/svg\+xml|application\/postscript)$/, 'drawing'],
	[/^(do[ct]m|dotx?|xls[mb]|xl[ta]m|xlt[x]?|application\/.+\.(macroenabled\.12|template))$/, 'macros'],
	[/^(ppt[xm]?|pps[xm]?|application\/vnd\.(ms-powerpoint|.+presentationml\.presentation))$/, 'slides'],
	[/^(pages|numbers|key|application\/(x-iwork-.+|vnd\.apple\.(pages|numbers|keynote)))$/, 'iWork'],
	[/^(p7[ms]|pgp|gpg|application\/(x-)?(pkcs7-(mime|signature)|pgp-encrypted))$/, 'sealed'],
	[/^(url|webloc|lnk|desktop|application\/(x-(mswinurl|ms-shortcut)|internet-shortcut))$/, 'shortcut'],
	[/^(eml|emlx|mbox|msg|message\/rfc822|application\/vnd\.ms-outlook)$/, 'mail'],
	[/^(csv|tsv|tab|slk|(text|application)\/csv|text\/tab-separated-values)$/, 'table'],
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

/** A media type that names no format: as servers say it of anything, and of what is inside a ZIP or an OLE file. */
const SAYS_NOTHING =
	/^$|\/((x-|force-)?download|octet-stream|unknown|binary|\*|(x-)?zip(-compressed)?|x-ole-storage|cdfv2|vnd\.ms-office)$/;

/** Whether a name ends in, or a type is, that of a format that is not known here, which is none that can be faxed. */
export function namesAnother(extension: string, type: string): boolean {
	const isExtension = /^[a-z]/.test(extension) && formatNamed(extension) === undefined;
	return isExtension || (!SAYS_NOTHING.test(type) && formatNamed(type) === undefined);
}

import type { FileType } from './storeFile';

/** Formats that Fax.Plus accepts (docs/contributing/api.md, "Sending"), by their extensions. */
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

/** A format that can be faxed, by its extension. */
export type Faxable = keyof typeof FAXABLE;

const FAXABLE_FORMATS = 'PDF, DOC, DOCX, TXT, RTF, JPG, PNG, TIFF, XLS or XLSX';

export function typeOf(extension: Faxable): FileType {
	return { extension, mimeType: FAXABLE[extension] };
}

const CONVERTER = 'In a workflow, the HTTP Request node can call a converter such as Gotenberg.';
const SAVE_AS_PDF = `Save it as a PDF in the program that created it. ${CONVERTER}`;
const ITS_TEXT = 'Or read its text with the Extract from File node, and select "Text" under "Document" here.';
const EDIT_IMAGE =
	'Save it as a JPG or PNG. In a workflow, the Edit Image node can do that (Options > Format).';

/** Formats that people try to fax although they can't be faxed, with what they are and how to turn them into one that can. */
const OTHERS = {
	web: ['a web page (HTML)', `Print it as a PDF in a browser. ${CONVERTER} ${ITS_TEXT}`],
	officePage: [
		'a web page (HTML)',
		'Open it in Word or Excel, and save it as a DOCX, an XLSX or a PDF. If it shows a login page, download the file with a login.',
	],
	mhtml: [
		'a web page in one file (MHTML)',
		'Open it in Word or Excel, and save it as a DOCX, an XLSX or a PDF.',
	],
	wordXml: [
		'a Word document in the XML format of Word 2003',
		'Open it in Word, and save it as a DOCX or a PDF.',
	],
	sheetXml: [
		'a spreadsheet in the XML format of Excel 2003',
		'Open it in Excel, and save it as an XLSX or a PDF.',
	],
	wordPerfect: ['a WordPerfect document', SAVE_AS_PDF],
	oldWord: [
		'a document from Word before version 6, or from Write',
		'Open it in LibreOffice, and save it as a DOCX or a PDF.',
	],
	oldSheet: [
		'a spreadsheet from Excel before 97, or from Lotus 1-2-3',
		'Open it in Excel or LibreOffice, and save it as an XLSX or a PDF.',
	],
	cutOff: [
		'a PDF that ends too early',
		'Download or create it again. Check that the node before this one outputs the whole file.',
	],
	xfa: [
		'a form that only Adobe Reader can show (XFA)',
		'Open it there, print it as a PDF, and send that PDF. The form itself would only show "Please wait".',
	],
	heic: [
		'a photo in HEIC format',
		`Send it as a JPG. On an iPhone, select Settings > Camera > Formats > Most Compatible. ${CONVERTER}`,
	],
	picture: ["a picture in a format that Fax.Plus doesn't accept", EDIT_IMAGE],
	faxPicture: ['a fax or a picture in DCX or PCX format', 'Save it as a TIFF or a PDF.'],
	raw: ['a raw photo from a camera', 'Save it as a JPG in a photo program.'],
	drawing: ['a drawing, or pages for a printer (SVG, PostScript or PCL)', SAVE_AS_PDF],
	openText: ['an OpenDocument file, such as ODT', SAVE_AS_PDF],
	openSheet: [
		'an OpenDocument spreadsheet (ODS)',
		'Save it as a PDF. In a workflow, the Extract from File node can read it, and the Convert to File node can save it as an XLSX.',
	],
	iWork: ['a document from Pages, Numbers or Keynote', `Export it as a PDF (File > Export To). ${CONVERTER}`],
	slides: ['a presentation', SAVE_AS_PDF],
	book: ['an electronic book', SAVE_AS_PDF],
	macros: ['a template, or a document with macros', 'Save it as a DOCX, an XLSX or a PDF.'],
	archive: [
		'an archive, such as ZIP',
		'Send the files in it. The Compression node unpacks ZIP and GZ files.',
	],
	mail: [
		'an email (EML or MSG)',
		`Print it as a PDF in an email program, or send its text and attachments, which n8n's email nodes output. ${CONVERTER}`,
	],
	table: [
		'a table as text (CSV, TSV or SYLK)',
		'Open it in Excel, and save it as an XLSX. In a workflow, the Extract from File node can read it, and the Convert to File node can save it as an XLSX.',
	],
	data: ['data or code, such as JSON', `Print it as a PDF. ${ITS_TEXT}`],
	media: ['a video or an audio file', 'It has no pages. Send a document or a picture.'],
	program: ['a program', 'It has no pages. Send a document or a picture.'],
	base64: [
		'a file as text, such as base64',
		'The Convert to File node creates the file (Move Base64 String to File).',
	],
	damaged: [
		'damaged, because something read it as text',
		'Download it as a file. In the HTTP Request node, select Options > Response > Response Format > File.',
	],
	sealed: [
		'a signed or encrypted envelope (P7M, PGP)',
		'Open it in the program that signed or encrypted it, save the document in it, and send that.',
	],
	shortcut: ['a shortcut to a file or a page', 'Send the file or page that it opens.'],
	besideFile: [
		'an extra file that a Mac creates next to a file',
		'Send the file itself, which has the same name without "._" at the beginning.',
	],
	nothing: ['text without content', 'Check the node or the expression that it comes from.'],
	locked: [
		'protected by a password, or from Office before 2007 with the name of a newer file',
		'Save it without the password, or as a PDF.',
	],
	otherProgram: ["from a program whose files you can't fax", SAVE_AS_PDF],
	office: [
		"an Office file, but its name and type don't show which kind",
		'Add .doc or .xls at the end of its name.',
	],
	officeParts: [
		"an Office file, but its name and type don't show which kind",
		'Add .docx or .xlsx at the end of its name.',
	],
	text: [
		'text',
		'To fax it as text, add .txt at the end of its name. If it should be a document, open it, because a server may have returned an error message instead.',
	],
	unknown: ["in a format that you can't fax", `Send ${FAXABLE_FORMATS}, or save it as a PDF.`],
} as const;

/** A format that can't be faxed. */
export type Other = keyof typeof OTHERS;

export type Format = Faxable | Other;

export function isFaxable(format: Format): format is Faxable {
	return format in FAXABLE;
}

/**
 * Returns what kind of file can't be faxed, as the end of a sentence that starts with "The file … is", and what to do about
 * it.
 */
export function wordsFor(other: Other): readonly [what: string, instead: string] {
	return OTHERS[other];
}

/** Matches extensions, and media types from browsers, email programs and scanners. */
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

/** Returns the format that an extension or a media type names, or undefined if it names none. */
export function formatNamed(name: string): Format | undefined {
	return NAMES.find(([names]) => names.test(name))?.[1];
}

/**
 * Matches media types that don't name a format. Servers use them for any file, or they're for ZIP and OLE files of any
 * kind.
 */
const SAYS_NOTHING =
	/^$|\/((x-|force-)?download|octet-stream|unknown|binary|\*|(x-)?zip(-compressed)?|x-ole-storage|cdfv2|vnd\.ms-office)$/;

/** Whether an extension or a type belongs to an unknown format, which can't be faxed. */
export function namesAnother(extension: string, type: string): boolean {
	const isExtension = /^[a-z]/.test(extension) && formatNamed(extension) === undefined;
	return isExtension || (!SAYS_NOTHING.test(type) && formatNamed(type) === undefined);
}

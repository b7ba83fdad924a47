import { InputError } from '../values/inputError';
import { visibleIn } from '../values/text';
import { formatOf, type Beginning } from './beginnings';
import { formatNamed, isFaxable, namesAnother, typeOf, wordsFor, type Faxable, type Format } from './formats';

/** What is said of a file, which may be wrong. */
interface SaidOfFile {
	name: string;
	/** Its media type; empty where nobody says it. */
	mimeType: string;
	/** The end of a name that it might have. */
	extension: string;
}

/**
 * Names a file that is to be faxed by what it is, so that the service knows its format (docs/api.md, "Sending"): its first
 * bytes say that, and its name and media type only what they leave open. A wrong name or type is corrected.
 *
 * @throws InputError over what cannot be faxed, with how a document is made of it
 */
export function faxableFile(said: SaidOfFile, beginning: Uint8Array): { name: string; type: string } {
	const claims = claimsIn(said);
	const format = judged(formatOf(beginning), claims, formatNamed(extensionOf(said.name).toLowerCase()));
	if (isFaxable(format)) return { name: safeName(said.name, format), type: typeOf(format).mimeType };
	const [what, instead] = wordsFor(format);
	const claimed = claims.find((claim): claim is Faxable => isFaxable(claim));
	const but =
		claimed === undefined ? '' : `, and no ${claimed.toUpperCase()}, whatever its name or type says`;
	const type = said.mimeType === '' ? 'of no type' : said.mimeType;
	throw new InputError(
		`The file "${cut(visibleIn(said.name), LONGEST_NAME)}" (${type}) is ${what}${but}. ${instead}`,
	);
}

/**
 * What name and media type say, the name first, as people see it; n8n makes the extension of the type. That either is of no format
 * that is known here comes last.
 */
function claimsIn({ name, mimeType, extension }: SaidOfFile): Format[] {
	const [end = '', type = '', n8ns = ''] = [extensionOf(name), mimeType.split(';')[0] ?? '', extension].map(
		(one) => one.trim().toLowerCase(),
	);
	const claims = [end, type, n8ns].flatMap((one) => formatNamed(one) ?? []);
	return namesAnother(end, type) ? [...claims, 'otherProgram'] : claims;
}

/** Formats that begin like others: their name alone tells. */
const DISGUISED: readonly Format[] = ['raw', 'macros'];

/** What an OLE file may be, and what the parts of Office's. */
const OLE: readonly Format[] = ['doc', 'xls', 'slides', 'mail', 'otherProgram'];
const PARTS: readonly Format[] = ['docx', 'xlsx', 'slides', 'otherProgram'];

/** The format of a file: as its first bytes show, and where they leave it open as it is called. */
function judged(format: Beginning, claims: Format[], named: Format | undefined): Format {
	const [claim] = claims;
	const oneOf = (formats: readonly Format[]): Format | undefined =>
		claims.find((one) => formats.includes(one));
	const disguised = oneOf(DISGUISED);
	switch (format) {
		case 'text':
			if (claim === undefined || claim === 'txt') return 'txt';
			return isFaxable(claim) || claim === 'otherProgram' ? 'text' : claim;
		case 'dataAsText':
			if (named === 'txt') return named;
			return claim === undefined || isFaxable(claim) || claim === 'otherProgram' ? 'data' : claim;
		case 'latePdf':
			if (named === 'txt') return named;
			return claim === undefined || isFaxable(claim) || claim === 'otherProgram' ? 'pdf' : claim;
		case 'ole':
			if (claim === 'docx' || claim === 'xlsx') return 'locked';
			return disguised ?? oneOf(OLE) ?? 'office';
		case 'parts':
			return disguised ?? oneOf(PARTS) ?? 'officeParts';
		case 'archive':
			return claim === 'iWork' ? claim : format;
		case 'unknown':
			return claim !== undefined && !isFaxable(claim) ? claim : format;
		default:
			return (isFaxable(format) && disguised) || format;
	}
}

/** What ends a name, without what nobody sees. */
function extensionOf(name: string): string {
	return /\.([^.\s/\\]+)[\s.]*$/.exec(visibleIn(name))?.[1] ?? '';
}

/** Bytes that a name has at most: systems take 255, and some of them put something before it. */
const LONGEST_NAME = 200;

/** Ends of names by which the service knows a format, beside the usual one. */
const ALSO: Readonly<Partial<Record<string, Faxable>>> = { jpeg: 'jpg', tif: 'tiff' };

/** A name that every system bears, with the end by which the service knows the format. */
function safeName(name: string, format: Faxable): string {
	const last = visibleIn(name).normalize('NFC').split(/[/\\]/).pop() ?? '';
	const plain = last
		.replace(/\s+/g, ' ')
		.replace(/["*:<>?|\p{Surrogate}]/gu, '_')
		.replace(/^[ .]+|[ .]+$/g, '');
	const end = extensionOf(last);
	const lower = end.toLowerCase();
	const isRight = (ALSO[lower] ?? lower) === format;
	const isOther = formatNamed(lower) !== undefined;
	const stem = end !== '' && (isRight || isOther) ? plain.slice(0, -end.length).replace(/[ .]+$/, '') : plain;
	const extension = `.${isRight ? end : format}`;
	return `${cut(stem, LONGEST_NAME - extension.length) || 'document'}${extension}`;
}

/** The beginning of a text, up to a number of bytes. */
function cut(text: string, bytes: number): string {
	const beginning = Buffer.from(text).subarray(0, bytes).toString();
	return beginning.replace(/\uFFFD$/, '');
}

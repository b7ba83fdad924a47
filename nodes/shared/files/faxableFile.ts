import type { UploadFile } from '../http/upload';
import { InputError } from '../values/inputError';
import { START_BYTES, formatOf, type DetectedFormat } from './formatByBytes';
import { extensionOf, safeName, shownName } from './fileNames';
import {
	formatNamed,
	isFaxable,
	namesAnother,
	typeOf,
	wordsFor,
	type Faxable,
	type Format,
	type Other,
} from './formats';
import { storedAs } from './orientation';
import { faultOfPdf, PdfCheck } from './pdfs';

/** What a file's source says about it, which may be wrong. */
interface SaidOfFile {
	name: string;
	/** Media type of the file, or empty if the source names none. */
	mimeType: string;
	/** Extension that the name of the file might have. */
	extension: string;
}

/** Maximum number of characters of a media type that are read. */
const LONGEST_TYPE = 200;

/**
 * Names a file to be faxed by its real format, so that Fax.Plus recognizes it (docs/contributing/api.md, "Sending"). The
 * first bytes show the format. The name and the media type are only used if the bytes aren't clear. A wrong name or type is
 * corrected.
 *
 * @param isWhole whether these bytes are the whole file
 * @throws InputError if the file can't be faxed, with how to turn it into a document
 */
export function namedByBytes(
	said: SaidOfFile,
	start: Uint8Array,
	isWhole: boolean,
): { name: string; type: string } {
	const claims = claimsIn(said);
	const isCalledOffice = claims.some((claim) => OFFICE.includes(claim));
	const named = formatNamed(extensionOf(said.name).toLowerCase());
	const format = judged(formatOf(start, isCalledOffice), claims, named);
	if (!isFaxable(format)) throw notFaxable(said, format);
	const fault = format === 'pdf' && isWhole ? faultOfPdf(start) : undefined;
	if (fault) throw notFaxable(said, fault);
	return { name: safeName(said.name, format), type: typeOf(format).mimeType };
}

/**
 * Returns a file to be faxed, named by its real format. The rest of a PDF is checked while it's uploaded, because it may be slow
 * to read.
 */
export async function faxableFile(
	said: SaidOfFile,
	content: Pick<UploadFile, 'size' | 'open'>,
): Promise<UploadFile> {
	const start = await startOf(content);
	const named = namedByBytes(said, start, start.length >= content.size);
	const hint = named.type === typeOf('jpg').mimeType ? hintAtOrientation(said, start) : undefined;
	const file = { ...named, ...content, ...(hint !== undefined && { hint }) };
	return file.type === typeOf('pdf').mimeType ? judgedWhileRead(file, said) : file;
}

/** Returns a hint if a photo isn't stored upright (docs/contributing/api.md, "Sending"). */
function hintAtOrientation({ name }: SaidOfFile, beginning: Uint8Array): string | undefined {
	const stored = storedAs(beginning);
	if (stored === undefined) return undefined;
	return `The photo "${shownName(name)}" is stored ${stored}, so Fax.Plus may fax it like that. To turn it, add n8n's Edit Image node before this one, with "Rotate" by 0 degrees. That node turns photos upright by itself. In n8n 2.8, enter the degrees, and select the format PNG under "Options".`;
}

async function startOf({ open }: Pick<UploadFile, 'open'>): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of await open()) {
		chunks.push(chunk.subarray(0, START_BYTES - length));
		length += chunk.length;
		if (length >= START_BYTES) break;
	}
	return Buffer.concat(chunks);
}

function judgedWhileRead(file: UploadFile, said: SaidOfFile): UploadFile {
	let fault: Other | undefined;
	async function* judging(
		chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
	): AsyncGenerator<Uint8Array> {
		const check = new PdfCheck();
		for await (const chunk of chunks) {
			check.take(chunk);
			yield chunk;
		}
		({ fault } = check);
	}
	return {
		...file,
		open: async () => judging(await file.open()),
		requireFaxable: () => {
			if (fault) throw notFaxable(said, fault);
		},
	};
}

/** Makes an error that says what kind of file can't be faxed, and how to turn it into a document. */
function notFaxable(said: SaidOfFile, format: Other): InputError {
	const [what, instead] = wordsFor(format);
	const claimed = claimsIn(said).find((claim): claim is Faxable => isFaxable(claim));
	const isSo = claimed === undefined || RIGHTLY_CALLED.includes(format);
	const but = isSo ? '' : `, not ${claimed.toUpperCase()} as its name or type says`;
	const type = said.mimeType === '' ? 'no type' : said.mimeType.slice(0, LONGEST_TYPE);
	return new InputError(`The file "${shownName(said.name)}" (${type}) is ${what}${but}. ${instead}`);
}

/** Formats whose file names are right, but that can't be faxed. */
const RIGHTLY_CALLED: readonly Format[] = ['cutOff', 'xfa', 'oldWord', 'oldSheet'];

/** Formats that the name of a Word or Excel ZIP may show. */
const OFFICE: readonly Format[] = ['doc', 'docx', 'xls', 'xlsx'];

/**
 * Returns the formats that the name and the media type show, starting with the name. n8n makes the extension from the type.
 * If the name or the type is of an unknown format, that comes last.
 */
function claimsIn({ name, mimeType, extension }: SaidOfFile): Format[] {
	const [end = '', type = '', n8ns = ''] = [
		extensionOf(name),
		mimeType.slice(0, LONGEST_TYPE).split(';')[0] ?? '',
		extension.slice(0, LONGEST_TYPE),
	].map((one) => one.trim().toLowerCase());
	const claims = [end, type, n8ns].flatMap((one) => formatNamed(one) ?? []);
	return namesAnother(end, type) ? [...claims, 'otherProgram'] : claims;
}

/** Formats that start like others, so only the name shows them. */
const DISGUISED: readonly Format[] = ['raw', 'macros'];

/** Formats that an OLE file, or an Office file as a ZIP, may have. */
const OLE: readonly Format[] = ['doc', 'xls', 'slides', 'mail', 'otherProgram'];
const PARTS: readonly Format[] = ['docx', 'xlsx', 'slides', 'otherProgram'];

/** Returns the format of a file, from its first bytes, or from its name and type if the bytes aren't clear. */
function judged(format: DetectedFormat, claims: Format[], named: Format | undefined): Format {
	const [claim] = claims;
	const oneOf = (formats: readonly Format[]): Format | undefined =>
		claims.find((one) => formats.includes(one));
	const disguised = oneOf(DISGUISED);
	switch (format) {
		case 'web':
			return oneOf(OFFICE) ? 'officePage' : format;
		case 'mailParts':
			if (claims.includes('mail')) return 'mail';
			return oneOf([...OFFICE, 'web']) ? 'mhtml' : judged('text', claims, named);
		case 'rows':
			return oneOf(['xls', 'xlsx']) ? 'table' : judged('text', claims, named);
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

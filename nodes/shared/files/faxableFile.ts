import type { UploadFile } from '../http/upload';
import { InputError } from '../values/inputError';
import { BEGINNING, formatOf, type Beginning } from './formatByBytes';
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
import { faultOfPdf, PdfCheck } from './pdfs';

/** What is said of a file, which may be wrong. */
interface SaidOfFile {
	name: string;
	/** Its media type; empty where nobody says it. */
	mimeType: string;
	/** The end of a name that it might have. */
	extension: string;
}

/** Characters of a media type that are read. */
const LONGEST_TYPE = 200;

/**
 * Names a file that is to be faxed by what it is, so that the service knows its format (docs/contributing/api.md, "Sending"): its first
 * bytes say that, and its name and media type only what they leave open. A wrong name or type is corrected.
 *
 * @param isWhole whether these bytes are all of the file
 * @throws InputError over what cannot be faxed, with how a document is made of it
 */
export function namedByBytes(
	said: SaidOfFile,
	beginning: Uint8Array,
	isWhole: boolean,
): { name: string; type: string } {
	const claims = claimsIn(said);
	const isCalledOffice = claims.some((claim) => OFFICE.includes(claim));
	const named = formatNamed(extensionOf(said.name).toLowerCase());
	const format = judged(formatOf(beginning, isCalledOffice), claims, named);
	if (!isFaxable(format)) throw notFaxable(said, format);
	const fault = format === 'pdf' && isWhole ? faultOfPdf(beginning) : undefined;
	if (fault) throw notFaxable(said, fault);
	return { name: safeName(said.name, format), type: typeOf(format).mimeType };
}

/** A file that is to be faxed, named by what it is. The rest of a PDF is judged while it is uploaded, as it may be slow to read. */
export async function faxableFile(
	said: SaidOfFile,
	content: Pick<UploadFile, 'size' | 'open'>,
): Promise<UploadFile> {
	const beginning = await beginningOf(content);
	const file = { ...namedByBytes(said, beginning, beginning.length >= content.size), ...content };
	return file.type === typeOf('pdf').mimeType ? judgedWhileRead(file, said) : file;
}

async function beginningOf({ open }: Pick<UploadFile, 'open'>): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of await open()) {
		chunks.push(chunk.subarray(0, BEGINNING - length));
		length += chunk.length;
		if (length >= BEGINNING) break;
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

/** Says what a file is that cannot be faxed, and how a document is made of it. */
function notFaxable(said: SaidOfFile, format: Other): InputError {
	const [what, instead] = wordsFor(format);
	const claimed = claimsIn(said).find((claim): claim is Faxable => isFaxable(claim));
	const isSo = claimed === undefined || RIGHTLY_CALLED.includes(format);
	const but = isSo ? '' : `, not ${claimed.toUpperCase()} as its name or type says`;
	const type = said.mimeType === '' ? 'no type' : said.mimeType.slice(0, LONGEST_TYPE);
	return new InputError(`The file "${shownName(said.name)}" (${type}) is ${what}${but}. ${instead}`);
}

/** What is of the format that its name says, but cannot be faxed. */
const RIGHTLY_CALLED: readonly Format[] = ['cutOff', 'xfa', 'oldWord', 'oldSheet'];

/** What a ZIP of Word or Excel may be called. */
const OFFICE: readonly Format[] = ['doc', 'docx', 'xls', 'xlsx'];

/**
 * What name and media type say, the name first, as people see it; n8n makes the extension of the type. That either is of no format
 * that is known here comes last.
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

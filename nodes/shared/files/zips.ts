import type { Format } from './formats';

/** What the names of files in a ZIP show. "parts" is a file of Office without a folder that tells its kind. */
type ZipKind =
	Extract<Format, 'docx' | 'xlsx' | 'slides' | 'macros' | 'otherProgram' | 'iWork' | 'openText'> | 'parts';

interface ZipContent {
	kind: ZipKind | undefined;
	/** Whether the first file is one that Office's files begin with. If not, only a ZIP that calls itself one of Office is one. */
	beginsAsOffice: boolean;
}

/** What names tell, wherever they stand; the first that fits counts. Signatures are in META-INF, too. */
const KINDS: ReadonlyArray<[name: RegExp, kind: ZipKind]> = [
	[/^index\/|\.iwa$/, 'iWork'],
	[/^xl\/workbook\.bin$/, 'macros'],
	[/^word\//, 'docx'],
	[/^xl\//, 'xlsx'],
	[/^ppt\//, 'slides'],
	[/^visio\//, 'otherProgram'],
	[/^meta-inf\/manifest\.xml$/, 'openText'],
];

/** What files of Office begin with. */
const PARTS =
	/^(\[content_types\]\.xml$|_rels\/|docprops\/|customxml\/|docmetadata\/|customui\/|\[trash\]\/|_xmlsignatures\/|word\/|xl\/|ppt\/|visio\/)/;

const HEADER = 'PK\u0003\u0004';
const CENTRAL = 'PK\u0001\u0002';
/** Bytes of the headers before the name. */
const HEADER_SIZE = 30;
const CENTRAL_SIZE = 46;
/** A flag: the size stands behind the bytes. */
const SIZE_FOLLOWS = 8;

/** Reads the first bytes of a ZIP by the names of the files in it, in whichever order they are. */
export function contentOfZip(beginning: Buffer): ZipContent {
	const names = [...namesIn(beginning)];
	const [first = ''] = names;
	const kind = KINDS.find(([isOne]) => names.some((name) => isOne.test(name)))?.[1];
	const beginsAsOffice = PARTS.test(first);
	return { kind: kind ?? (beginsAsOffice ? 'parts' : undefined), beginsAsOffice };
}

/** Names of files, in lower case; with slashes, which some programs write otherwise, and without one before them. */
function* namesIn(zip: Buffer): Generator<string> {
	let end = 0;
	for (let at = zip.indexOf(HEADER, 0, 'latin1'); at >= 0 && at + HEADER_SIZE <= zip.length;) {
		const nameEnd = at + HEADER_SIZE + zip.readUInt16LE(at + 26);
		yield plain(zip, at + HEADER_SIZE, nameEnd);
		end = endOfFile(zip, at);
		at = zip.indexOf(HEADER, end, 'latin1');
	}
	// A short ZIP is here with its list of all files, which stands behind the last of them.
	for (let at = zip.indexOf(CENTRAL, end, 'latin1'); at >= 0 && at + CENTRAL_SIZE <= zip.length;) {
		const nameEnd = at + CENTRAL_SIZE + zip.readUInt16LE(at + 28);
		yield plain(zip, at + CENTRAL_SIZE, nameEnd);
		at = zip.indexOf(CENTRAL, nameEnd, 'latin1');
	}
}

/** Where the next file may begin: a file in it may be a ZIP itself, so its bytes are passed over where their size is known. */
function endOfFile(zip: Buffer, at: number): number {
	const [nameLength, extraLength] = [zip.readUInt16LE(at + 26), zip.readUInt16LE(at + 28)];
	const size = zip.readUInt16LE(at + 6) & SIZE_FOLLOWS ? 0 : zip.readUInt32LE(at + 18);
	const isElsewhere = size === 0xffffffff;
	return at + HEADER_SIZE + nameLength + extraLength + (isElsewhere ? 0 : size);
}

function plain(zip: Buffer, start: number, end: number): string {
	return zip
		.toString('latin1', start, end)
		.replace(/\\/g, '/')
		.replace(/^[./]+/, '')
		.toLowerCase();
}

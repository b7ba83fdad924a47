import type { Format } from './formats';

/** Kind of ZIP, according to the names of its files. "parts" is an Office file without a folder that shows its kind. */
type ZipKind =
	Extract<Format, 'docx' | 'xlsx' | 'slides' | 'macros' | 'otherProgram' | 'iWork' | 'openText'> | 'parts';

interface ZipContent {
	kind: ZipKind | undefined;
	/**
	 * Whether the first file is one that Office files start with. If not, a ZIP is only treated as an Office file if its
	 * name or type says so.
	 */
	beginsAsOffice: boolean;
}

/** Kinds by file names, anywhere in the ZIP. The first one that matches is used. Signatures are also in META-INF. */
const KINDS: ReadonlyArray<[name: RegExp, kind: ZipKind]> = [
	[/^index\/|\.iwa$/, 'iWork'],
	[/^xl\/workbook\.bin$/, 'macros'],
	[/^word\//, 'docx'],
	[/^xl\//, 'xlsx'],
	[/^ppt\//, 'slides'],
	[/^visio\//, 'otherProgram'],
	[/^meta-inf\/manifest\.xml$/, 'openText'],
];

/** Matches the files that Office files begin with. */
const PARTS =
	/^(\[content_types\]\.xml$|_rels\/|docprops\/|customxml\/|docmetadata\/|customui\/|\[trash\]\/|_xmlsignatures\/|word\/|xl\/|ppt\/|visio\/)/;

const HEADER = 'PK\u0003\u0004';
/** Number of bytes in a header before the name. */
const HEADER_SIZE = 30;
/** Flag that shows that the size comes after the bytes. */
const SIZE_FOLLOWS = 8;

/** Reads the kind of a ZIP from the names of its files in the first bytes, in any order. */
export function contentOfZip(start: Buffer): ZipContent {
	const names = [...namesIn(start)];
	const [first = ''] = names;
	const kind = KINDS.find(([isOne]) => names.some((name) => isOne.test(name)))?.[1];
	const beginsAsOffice = PARTS.test(first);
	return { kind: kind ?? (beginsAsOffice ? 'parts' : undefined), beginsAsOffice };
}

/** Returns the names of files in lower case, always with slashes, and without a slash at the beginning. */
function* namesIn(zip: Buffer): Generator<string> {
	for (let at = zip.indexOf(HEADER, 0, 'latin1'); at >= 0 && at + HEADER_SIZE <= zip.length;) {
		const nameEnd = at + HEADER_SIZE + zip.readUInt16LE(at + 26);
		yield plain(zip, at + HEADER_SIZE, nameEnd);
		at = zip.indexOf(HEADER, endOfFile(zip, at), 'latin1');
	}
}

/** Returns where the next file may start. A file with a known size is skipped, because it may itself be a ZIP. */
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

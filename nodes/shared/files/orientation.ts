/** How a photo is stored if a program ignores its EXIF orientation. Orientation 1 is upright. */
const STORED: Readonly<Record<number, string>> = {
	2: 'mirrored',
	3: 'upside down',
	4: 'upside down and mirrored',
	5: 'sideways and mirrored',
	6: 'sideways',
	7: 'sideways and mirrored',
	8: 'sideways',
};

const MARKER = 0xff;
/** Second bytes of markers: the segment of EXIF data, and the last segments before the picture. */
const APP1 = 0xe1;
const [START_OF_SCAN, END_OF_IMAGE] = [0xda, 0xd9];
/** Second bytes of markers without a length: the start of the picture, TEM, and restarts. */
const WITHOUT_LENGTH = /^(d[0-8]|01)$/;

const EXIF = 'Exif\0\0';
const ORIENTATION = 0x0112;
/** Types of an entry, for numbers of two and of four bytes. */
const [SHORT, LONG] = [3, 4];
const ENTRY_LENGTH = 12;
/** A directory of a photo has about twenty entries. */
const MOST_ENTRIES = 1000;

/**
 * Returns how a JPEG is stored, such as "sideways", if its EXIF data tells programs to turn it. It's undefined for an upright
 * photo, for one without that data, and for a damaged one.
 *
 * @param beginning the first bytes, in which cameras store the EXIF data
 */
export function storedAs(beginning: Uint8Array): string | undefined {
	try {
		const exif = exifIn(Buffer.from(beginning));
		return exif && STORED[orientationIn(exif) ?? 1];
	} catch {
		// The data ended too early.
		return undefined;
	}
}

/** Returns the EXIF data of a JPEG. The segments before it are skipped. */
function exifIn(jpeg: Buffer): Buffer | undefined {
	for (let at = 2; at + 4 <= jpeg.length;) {
		const kind = jpeg.readUInt8(at + 1);
		if (jpeg.readUInt8(at) !== MARKER || kind === START_OF_SCAN || kind === END_OF_IMAGE) return undefined;
		// Any number of these fill bytes may precede a marker.
		if (kind === MARKER) at += 1;
		else if (WITHOUT_LENGTH.test(kind.toString(16).padStart(2, '0'))) at += 2;
		else {
			const end = at + 2 + Math.max(jpeg.readUInt16BE(at + 2), 2);
			const content = jpeg.subarray(at + 4, end);
			if (kind === APP1 && content.toString('latin1', 0, EXIF.length) === EXIF)
				return content.subarray(EXIF.length);
			at = end;
		}
	}
	return undefined;
}

/** Reads the orientation from EXIF data, which has the form of a TIFF. */
function orientationIn(tiff: Buffer): number | undefined {
	const order = tiff.toString('latin1', 0, 2);
	if (order !== 'II' && order !== 'MM') return undefined;
	const short = (at: number): number => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
	const long = (at: number): number => (order === 'II' ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
	const directory = long(4);
	const count = Math.min(short(directory), MOST_ENTRIES);
	for (let entry = 0; entry < count; entry++) {
		const at = directory + 2 + entry * ENTRY_LENGTH;
		if (short(at) !== ORIENTATION) continue;
		const type = short(at + 2);
		if (type === SHORT) return short(at + 8);
		return type === LONG ? long(at + 8) : undefined;
	}
	return undefined;
}

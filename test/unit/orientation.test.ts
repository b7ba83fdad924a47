import fc from 'fast-check';
import sharp from 'sharp';

import { storedAs } from '../../nodes/shared/files/orientation';
import '../support/properties';

const SIDEWAYS = 'sideways';
const STORED = [
	...[undefined, 'mirrored', 'upside down', 'upside down and mirrored', 'sideways and mirrored'],
	...[SIDEWAYS, 'sideways and mirrored', SIDEWAYS],
];

/** Returns a photo, written by an independent library. */
async function photo(orientation?: number): Promise<Buffer> {
	const background = { r: 200, g: 100, b: 50 };
	const picture = sharp({ create: { width: 8, height: 4, channels: 3, background } }).jpeg();
	return await (orientation === undefined ? picture : picture.withMetadata({ orientation })).toBuffer();
}

interface Exif {
	order: 'II' | 'MM';
	orientation: number;
	/** Type of the entry: 3 for a short integer, 4 for a long one. */
	type?: number;
	/** Number of entries before the orientation. */
	others?: number;
}

/** Returns EXIF data with an orientation. */
function exifOf({ order, orientation, type = 3, others = 2 }: Exif): Buffer {
	const tiff = Buffer.alloc(8 + 2 + 12 * (others + 1) + 4);
	const short = (value: number, at: number) =>
		order === 'II' ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at);
	const long = (value: number, at: number) =>
		order === 'II' ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at);
	tiff.write(order, 0, 'latin1');
	short(42, 2);
	long(8, 4);
	short(others + 1, 8);
	for (let entry = 0; entry <= others; entry++) {
		const at = 10 + 12 * entry;
		short(entry === others ? 0x0112 : 0x0100 + entry, at);
		short(type, at + 2);
		long(1, at + 4);
		(type === 3 ? short : long)(entry === others ? orientation : 6, at + 8);
	}
	return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
}

function segment(kind: number, content: Buffer): Buffer {
	const head = Buffer.from([0xff, kind, 0, 0]);
	head.writeUInt16BE(content.length + 2, 2);
	return Buffer.concat([head, content]);
}

const SOI = Buffer.from([0xff, 0xd8]);
const SOS = segment(0xda, Buffer.alloc(10));
const JFIF = segment(0xe0, Buffer.from('JFIF\0\x01\x02\0\0\x01\0\x01\0\0', 'latin1'));
const XMP = segment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>', 'latin1'));

const jpegOf = (...segments: Buffer[]): Buffer =>
	Buffer.concat([SOI, ...segments, SOS, Buffer.alloc(500, 7)]);

test.each(STORED.map((stored, at) => [at + 1, stored] as const))(
	'orientation %i, in either order of bytes and as either type',
	async (orientation, stored) => {
		expect(storedAs(await photo(orientation))).toBe(stored);
		for (const order of ['II', 'MM'] as const)
			for (const type of [3, 4])
				expect(storedAs(jpegOf(segment(0xe1, exifOf({ order, orientation, type }))))).toBe(stored);
	},
);

test('EXIF data is found after other segments, with bytes that fill the space between them', () => {
	const exif = segment(0xe1, exifOf({ order: 'MM', orientation: 6 }));
	expect(storedAs(jpegOf(JFIF, XMP, exif))).toBe(SIDEWAYS);
	expect(storedAs(jpegOf(JFIF, segment(0xfe, Buffer.alloc(40_000, 0xff)), exif))).toBe(SIDEWAYS);
	expect(storedAs(jpegOf(Buffer.from([0xff, 0xff, 0xff]), exif))).toBe(SIDEWAYS);
});

test.each([
	['no EXIF data', async () => photo()],
	['JFIF and XMP only', () => jpegOf(JFIF, XMP)],
	['EXIF data behind the picture', () => jpegOf(SOS, segment(0xe1, exifOf({ order: 'II', orientation: 6 })))],
	['an unknown orientation', () => jpegOf(segment(0xe1, exifOf({ order: 'II', orientation: 9 })))],
	['an unknown type', () => jpegOf(segment(0xe1, exifOf({ order: 'II', orientation: 6, type: 2 })))],
	['a segment that says it is longer', () => jpegOf(Buffer.from([0xff, 0xe1, 0xff, 0xff, 1, 2, 3]))],
	['a segment without a length', () => Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 0, 0xff, 0xe1, 0, 0])],
	['nothing', () => Buffer.alloc(0)],
])('a photo with %s is as it is', async (_what, make) => {
	expect(storedAs(await make())).toBeUndefined();
});

test('damaged data never fails', () => {
	const exif = exifOf({ order: 'MM', orientation: 6 });
	const good = jpegOf(JFIF, segment(0xe1, exif));
	fc.assert(
		fc.property(
			fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 8 }),
			fc.nat(good.length),
			(changes, length) => {
				const damaged = Buffer.from(good);
				for (const [at, byte] of changes) damaged[at] = byte;
				expect([undefined, ...STORED]).toContain(storedAs(damaged.subarray(0, length)));
			},
		),
		{ numRuns: 2000 },
	);
});

import sharp from 'sharp';

import { KINDS, KIND_NAMES, type KindName } from './kinds';
import { sheetPicture } from './kinds/picture';
import { SHEET, type Sheet } from './kinds/sheet';

/** The pictures that the simulator serves of first pages. */
export interface Thumbnails {
	/** Of faxes that have arrived. */
	received: Readonly<Record<KindName, Buffer>>;
	/** Of faxes that were sent. */
	sent: Buffer;
	/** A fine scan of a referral, of about a megabyte. */
	large: Buffer;
}

/** Pixels of a point, in thumbnails and in the fine scan. */
const SCALE = 1;
const FINE_SCALE = 2;

let drawn: Promise<Thumbnails> | undefined;

/** The pictures, drawn once in a process; that takes some tenths of a second. */
export async function drawThumbnails(): Promise<Thumbnails> {
	return await (drawn ??= draw());
}

async function draw(): Promise<Thumbnails> {
	const first = ({ sheets: [sheet = { words: [], marks: [] }] }: { sheets: readonly Sheet[] }) => sheet;
	const received = await Promise.all(
		KIND_NAMES.map(async (name) => [name, await thumbnail(first(KINDS[name]))] as const),
	);
	const [sent, large] = await Promise.all([
		sharp(Buffer.from(linesSvg())).jpeg({ quality: 85 }).toBuffer(),
		fineScan(first(KINDS.referral)),
	]);
	return { received: Object.fromEntries(received) as Thumbnails['received'], sent, large };
}

async function thumbnail(sheet: Sheet): Promise<Buffer> {
	return await (await sheetPicture(sheet, SCALE)).greyscale().jpeg({ quality: 85 }).toBuffer();
}

/** A sheet at a higher resolution, with the grain of a scan, which is what makes it large. */
async function fineScan(sheet: Sheet): Promise<Buffer> {
	const [width, height] = [SHEET.width * FINE_SCALE, SHEET.height * FINE_SCALE];
	const noise = { type: 'gaussian', mean: 220, sigma: 26 } as const;
	const raw = { width, height, channels: 3 } as const;
	const input = await sharp({ create: { ...raw, background: 'white', noise } })
		.raw()
		.toBuffer();
	return await (
		await sheetPicture(sheet, FINE_SCALE)
	)
		.composite([{ input, raw, blend: 'multiply' }])
		.jpeg({ quality: 90 })
		.toBuffer();
}

/** A letter whose words are too small to be read. */
function linesSvg(): string {
	const lines = Array.from({ length: 14 }, (_, i) => {
		const width = 300 - ((i * 53) % 120);
		return `<rect x="60" y="${190 + i * 26}" width="${width}" height="9" fill="#444"/>`;
	});
	return `<svg xmlns="http://www.w3.org/2000/svg" width="425" height="600">
		<rect width="425" height="600" fill="#fdfdfb"/>
		<rect width="425" height="14" fill="#ddd"/>
		<rect x="60" y="50" width="150" height="34" fill="#222"/>
		<rect x="60" y="96" width="90" height="8" fill="#777"/>
		<rect x="60" y="130" width="300" height="3" fill="#222"/>
		${lines.join('')}
		<path d="M70 565q20-40 35-10t30-15q15-10 20 12t45-14" fill="none" stroke="#223a7a" stroke-width="3"/>
	</svg>`;
}

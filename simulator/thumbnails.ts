import { KIND_NAMES, KINDS, type KindName } from './kinds';
import { sheetPicture } from './kinds/drawn';
import { sheetsOfText, type Sheet } from './kinds/sheet';

/** The pictures that the simulator serves of first pages. */
export interface Thumbnails {
	/** Of faxes that have arrived. */
	received: Readonly<Record<KindName, Buffer>>;
	/** Of faxes that were sent. */
	sent: Buffer;
	/** That of a referral, of a megabyte. */
	large: Buffer;
}

const LARGE_BYTES = 1_000_000;

const LETTER = 'Hillside Practice\n\nDear Dr. Roe,\n\nthank you.\n';

let drawn: Promise<Thumbnails> | undefined;

/** The pictures, drawn once in a process; that takes some tenths of a second. */
export async function drawThumbnails(): Promise<Thumbnails> {
	return await (drawn ??= draw());
}

async function draw(): Promise<Thumbnails> {
	const names = KIND_NAMES.map(async (name) => [name, await thumbnail(KINDS[name].sheets)] as const);
	const received = Object.fromEntries(await Promise.all(names)) as Thumbnails['received'];
	const sent = await thumbnail(sheetsOfText(LETTER));
	// What comes behind its end, readers overlook.
	const large = Buffer.concat([received.referral, Buffer.alloc(LARGE_BYTES - received.referral.length)]);
	return { received, sent, large };
}

async function thumbnail([first = { words: [], marks: [] }]: readonly Sheet[]): Promise<Buffer> {
	return await (await sheetPicture(first, 1)).greyscale().jpeg({ quality: 85 }).toBuffer();
}

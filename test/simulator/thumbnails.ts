import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** The pictures that the simulator serves: a fax page as one would see it, and one of about a megabyte. */
export interface Thumbnails {
	page: Buffer;
	large: Buffer;
}

/** Draws the pictures; takes some tenths of a second. */
export async function drawThumbnails(): Promise<Thumbnails> {
	const [page, large] = await Promise.all([
		sharp(Buffer.from(pageSvg())).jpeg({ quality: 85 }).toBuffer(),
		sharp(randomBytes(1200 * 1000 * 3), { raw: { width: 1200, height: 1000, channels: 3 } })
			.jpeg({ quality: 90 })
			.toBuffer(),
	]);
	return { page, large };
}

function pageSvg(): string {
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

import sharp from 'sharp';

/** The pictures that the simulator serves: a fax page as one would see it, and a fine scan of it of about a megabyte. */
export interface Thumbnails {
	page: Buffer;
	large: Buffer;
}

const WIDTH = 425;
const HEIGHT = 600;
const SVG_RESOLUTION = 72;
const SCALE = 3;

let drawn: Promise<Thumbnails> | undefined;

/** The pictures, drawn once in a process; that takes some tenths of a second. */
export async function drawThumbnails(): Promise<Thumbnails> {
	return await (drawn ??= draw());
}

async function draw(): Promise<Thumbnails> {
	const svg = Buffer.from(pageSvg());
	const [page, large] = await Promise.all([sharp(svg).jpeg({ quality: 85 }).toBuffer(), fineScan(svg)]);
	return { page, large };
}

/** The page at a higher resolution, with the grain of a scan, which is what makes it large. */
async function fineScan(svg: Buffer): Promise<Buffer> {
	const size = { width: WIDTH * SCALE, height: HEIGHT * SCALE, channels: 3 } as const;
	const grain = sharp({
		create: {
			...size,
			background: 'white',
			noise: { type: 'gaussian', mean: 220, sigma: 26 },
		},
	});
	const input = await grain.raw().toBuffer();
	return await sharp(svg, { density: SVG_RESOLUTION * SCALE })
		.composite([{ input, raw: size, blend: 'multiply' }])
		.jpeg({ quality: 90 })
		.toBuffer();
}

function pageSvg(): string {
	const lines = Array.from({ length: 14 }, (_, i) => {
		const width = 300 - ((i * 53) % 120);
		return `<rect x="60" y="${190 + i * 26}" width="${width}" height="9" fill="#444"/>`;
	});
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
		<rect width="${WIDTH}" height="${HEIGHT}" fill="#fdfdfb"/>
		<rect width="425" height="14" fill="#ddd"/>
		<rect x="60" y="50" width="150" height="34" fill="#222"/>
		<rect x="60" y="96" width="90" height="8" fill="#777"/>
		<rect x="60" y="130" width="300" height="3" fill="#222"/>
		${lines.join('')}
		<path d="M70 565q20-40 35-10t30-15q15-10 20 12t45-14" fill="none" stroke="#223a7a" stroke-width="3"/>
	</svg>`;
}

import sharp from 'sharp';

import { escaped, loadFonts, MONO } from './svgText';

/** Pixels of a page, A4 at about 100 per inch. */
const WIDTH = 850;
const HEIGHT = 1200;
const MARGIN = 60;
const LINE_HEIGHT = 20;
const LINES_ON_PAGE = Math.floor((HEIGHT - 2 * MARGIN) / LINE_HEIGHT);
const LINE_LENGTH = 80;

/** A page as a PNG with text on it. */
export async function textPage(lines: readonly string[]): Promise<Buffer> {
	await loadFonts();
	const rows = lines.map(
		(line, row) => `<text x="${MARGIN}" y="${MARGIN + row * LINE_HEIGHT}">${escaped(line)}</text>`,
	);
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
		<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
		<g font-family="${MONO}, monospace" font-size="15" xml:space="preserve">${rows.join('')}</g>
	</svg>`;
	return await asPage(sharp(Buffer.from(svg)));
}

/** The lines of a text, page by page; long ones are broken. */
export function linesOnPages(text: string): string[][] {
	const lines = text
		.replaceAll('\t', '    ')
		.split(/\r\n|[\r\n\f]/)
		.flatMap((line) => line.match(new RegExp(`.{1,${LINE_LENGTH}}`, 'gu')) ?? ['']);
	const pages = Math.max(1, Math.ceil(lines.length / LINES_ON_PAGE));
	return Array.from({ length: pages }, (_, page) =>
		lines.slice(page * LINES_ON_PAGE, (page + 1) * LINES_ON_PAGE),
	);
}

/**
 * A picture, drawn onto a page.
 *
 * @param page of a picture with several, from 0
 */
export async function picturePage(picture: Buffer, page = 0): Promise<Buffer> {
	return await asPage(
		sharp(picture, { page }).rotate().resize(WIDTH, HEIGHT, { fit: 'contain', background: '#fff' }),
	);
}

/** A picture as it comes through a fax: without colours, on white. */
export async function asPage(page: sharp.Sharp): Promise<Buffer> {
	return await page.flatten({ background: '#fff' }).greyscale().png().toBuffer();
}

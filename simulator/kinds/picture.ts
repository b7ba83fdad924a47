import sharp from 'sharp';

import { escaped, loadFonts, SANS } from '../faxing/svgText';
import { SHEET, type Mark, type Sheet, type Words } from './sheet';

/**
 * A sheet as a picture.
 *
 * @param scale pixels of a point
 */
export async function sheetPicture(sheet: Sheet, scale: number): Promise<sharp.Sharp> {
	await loadFonts();
	return sharp(Buffer.from(svgOf(sheet, scale)));
}

function svgOf({ words, marks }: Sheet, scale: number): string {
	const { width, height } = SHEET;
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}">
		<rect width="${width}" height="${height}" fill="#fff"/>
		${marks.map(svgMark).join('')}
		<g font-family="${SANS}, sans-serif">${words.map(svgWords).join('')}</g>
	</svg>`;
}

function svgMark({ x, y, width, height }: Mark): string {
	return `<rect x="${x}" y="${y}" width="${width}" height="${height}"/>`;
}

function svgWords({ x, y, size, isBold, text }: Words): string {
	const weight = isBold ? ' font-weight="bold"' : '';
	return `<text x="${x}" y="${y}" font-size="${size}"${weight}>${escaped(text)}</text>`;
}

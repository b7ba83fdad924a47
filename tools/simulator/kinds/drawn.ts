import { dirname, join } from 'node:path';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import sharp from 'sharp';

import { SHEET, type Mark, type Sheet, type Words } from './sheet';

/** The font family that all pictures can use once the fonts are loaded. */
const FONT = 'DejaVu Sans';
const FONT_FOLDER = join(dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf');
const FONT_FILES = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'];

const WHITE = { background: '#fff' };

let loaded: Promise<unknown> | undefined;

/**
 * A sheet as a picture.
 *
 * @param scale pixels per point
 */
export async function sheetPicture({ words, marks }: Sheet, scale: number): Promise<sharp.Sharp> {
	await (loaded ??= loadFonts());
	const { width, height } = SHEET;
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}">
		<rect width="${width}" height="${height}" fill="#fff"/>
		${marks.map(svgMark).join('')}
		<g font-family="${FONT}, sans-serif" xml:space="preserve">${words.map(svgWords).join('')}</g>
	</svg>`;
	return sharp(Buffer.from(svg));
}

/** Sheets as a PDF. Their words are text, in fonts that every reader has. */
export async function sheetsAsPdf(sheets: readonly Sheet[]): Promise<Buffer> {
	const pdf = await PDFDocument.create();
	const regular = await pdf.embedFont(StandardFonts.Helvetica);
	const bold = await pdf.embedFont(StandardFonts.HelveticaBold);
	for (const { words, marks } of sheets) {
		const page = pdf.addPage([SHEET.width, SHEET.height]);
		for (const { x, y, width, height } of marks) {
			page.drawRectangle({ x, y: SHEET.height - y - height, width, height });
		}
		for (const { x, y, size, isBold, text } of words) {
			page.drawText(text, { x, y: SHEET.height - y, size, font: isBold ? bold : regular });
		}
	}
	return Buffer.from(await pdf.save());
}

/**
 * A picture, drawn onto a page.
 *
 * @param page page of a picture that has several, starting from 0
 * @param scale pixels per point
 */
export async function picturePage(picture: Buffer, page: number, scale: number): Promise<Buffer> {
	const [width, height] = [SHEET.width, SHEET.height].map((points) => Math.round(points * scale));
	return await asPage(
		sharp(picture, { page })
			.rotate()
			.resize({ width, height, fit: 'contain', ...WHITE }),
	);
}

/** A picture as a fax transmits it, without colors and on white. */
export async function asPage(page: sharp.Sharp): Promise<Buffer> {
	return await page.flatten(WHITE).greyscale().png().toBuffer();
}

/** Loads the fonts for all pictures that this process draws, because the machine may have no fonts. */
async function loadFonts(): Promise<unknown> {
	return await Promise.all(
		FONT_FILES.map((file) => {
			const fontfile = join(FONT_FOLDER, file);
			return sharp({ text: { text: 'a', font: FONT, fontfile } }).toBuffer();
		}),
	);
}

function svgMark({ x, y, width, height }: Mark): string {
	return `<rect x="${x}" y="${y}" width="${width}" height="${height}"/>`;
}

function svgWords({ x, y, size, isBold, text }: Words): string {
	const weight = isBold ? ' font-weight="bold"' : '';
	return `<text x="${x}" y="${y}" font-size="${size}"${weight}>${escaped(text)}</text>`;
}

/** Text with its special characters escaped for SVG. */
function escaped(text: string): string {
	return text.replace(/\p{Cc}/gu, '').replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

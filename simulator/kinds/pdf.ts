import { PDFDocument, StandardFonts } from 'pdf-lib';

import { SHEET, type Sheet } from './sheet';

/** Sheets as a PDF, with their words as text, in fonts that every reader has. */
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

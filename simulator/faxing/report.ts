import { PDFDocument, StandardFonts } from 'pdf-lib';

import type { Fax } from './types';

/** The confirmation report of a sent fax, a PDF of one page. */
export async function reportOf(fax: Fax): Promise<Buffer> {
	const pdf = await PDFDocument.create();
	pdf.setTitle(`Fax report ${fax.id}`);
	const page = pdf.addPage([595, 842]);
	const font = await pdf.embedFont(StandardFonts.Courier);
	page.drawText(linesOf(fax).join('\n'), { x: 50, y: 780, size: 12, lineHeight: 18, font });
	return Buffer.from(await pdf.save());
}

function linesOf({ id, from, to, pages, status, startTime, duration }: Fax): string[] {
	return [
		'FAX CONFIRMATION REPORT',
		'',
		`Fax       ${id}`,
		`From      ${from}`,
		`To        ${to}`,
		`Pages     ${pages}`,
		`Result    ${status}`,
		`Started   ${startTime} UTC`,
		`Duration  ${duration} s`,
	].map((line) => line.replace(/[^ -~]/g, '?'));
}

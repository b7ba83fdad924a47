import { PDFDocument } from 'pdf-lib';

const END = 'startxref';

/**
 * A PDF of a chosen size, the same for the same values.
 *
 * @param title tells it from others; all its filling repeats it
 * @param size in bytes; one that is too small for the pages gives the smallest that can hold them
 */
export async function sizedPdf(title: string, pages: number, size: number): Promise<Buffer> {
	const pdf = await PDFDocument.create({ updateMetadata: false });
	pdf.setTitle(title);
	for (let page = 0; page < Math.max(1, pages); page++) pdf.addPage([595, 842]);
	const bare = Buffer.from(await pdf.save({ useObjectStreams: false }));
	// A comment behind the table of positions moves none of them.
	const end = bare.lastIndexOf(END);
	return Buffer.concat([bare.subarray(0, end), comment(title, size - bare.length), bare.subarray(end)]);
}

/** A line of so many bytes, its end among them. */
function comment(text: string, size: number): Buffer {
	return size < 1 ? Buffer.of() : Buffer.alloc(size, `%${text} `).fill('\n', size - 1);
}

import { PDFDocument } from 'pdf-lib';

const END = 'startxref';

/**
 * A PDF of a chosen size. The same values always create the same PDF.
 *
 * @param title text that fills the file and makes it differ from others
 * @param size size in bytes. If it's too small for the pages, the PDF gets as small as possible
 */
export async function sizedPdf(title: string, pages: number, size: number): Promise<Buffer> {
	const pdf = await PDFDocument.create({ updateMetadata: false });
	pdf.setTitle(title);
	for (let page = 0; page < Math.max(1, pages); page++) pdf.addPage([595, 842]);
	const bare = Buffer.from(await pdf.save({ useObjectStreams: false }));
	// A comment after the cross-reference table doesn't move any objects.
	const end = bare.lastIndexOf(END);
	return Buffer.concat([bare.subarray(0, end), comment(title, size - bare.length), bare.subarray(end)]);
}

/** A line with a given number of bytes, including its end. */
function comment(text: string, size: number): Buffer {
	return size < 1 ? Buffer.of() : Buffer.alloc(size, `%${text} `).fill('\n', size - 1);
}

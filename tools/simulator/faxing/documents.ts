import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';

import { sheetsOfFax } from '../kinds';
import { asPage, picturePage, sheetPicture, sheetsAsPdf } from '../kinds/drawn';
import { SHEET, sheetsOfText, words, type Sheet } from '../kinds/sheet';
import type { CoverPage, Fax, OutboxFax } from './types';
import type { Upload } from './upload';

/** A page of a fax, either as a PNG or as a page of a PDF. */
type Page = { picture: () => Promise<Buffer> } | { pdf: PDFDocument; index: number; name: string };

/** Pixels per point on the pages of a TIFF. */
const SCALE = 1.4;

/** Larger files, in bytes, are treated as one page, because counting would take too long. */
const LARGEST_COUNTED = 512 * 1024;

const counts = new WeakMap<Upload, Promise<number>>();

/** Number of pages of a fax to be sent, including its cover page. */
export async function countPages({ documents, coverPage }: OutboxFax): Promise<number> {
	const pages = await Promise.all(documents.map(async (document) => await pagesOf(document)));
	return pages.reduce((sum, count) => sum + count, coverPage ? 1 : 0);
}

/** Counts the pages of a file only once, even if it's sent to several numbers. */
async function pagesOf(document: Upload): Promise<number> {
	if (document.size > LARGEST_COUNTED) return 1;
	const counted = counts.get(document);
	const count = counted ?? documentPages(document).then(({ length }) => Math.max(1, length));
	counts.set(document, count);
	return await count;
}

/** The document of a fax as a PDF. If a single PDF was sent without a cover page, it's returned byte for byte. */
export async function faxAsPdf(fax: Fax): Promise<Buffer> {
	const [only, ...others] = fax.documents;
	if (!only) return await sheetsAsPdf(receivedSheets(fax));
	if (others.length === 0 && !fax.coverPage && isPdf(only)) return only.bytes;
	const pdf = await PDFDocument.create();
	for (const page of await faxPages(fax)) {
		if ('pdf' in page) {
			const [copy] = await pdf.copyPages(page.pdf, [page.index]);
			if (copy) pdf.addPage(copy);
		} else {
			const picture = await pdf.embedPng(await page.picture());
			const { width, height } = picture.scaleToFit(SHEET.width, SHEET.height);
			const place = { x: 0, y: SHEET.height - height, width, height };
			pdf.addPage([SHEET.width, SHEET.height]).drawImage(picture, place);
		}
	}
	return Buffer.from(await pdf.save());
}

/** The document of a fax as a TIFF with a picture for each page. A page of a PDF only shows its number and the file's name. */
export async function faxAsTiff(fax: Fax): Promise<Buffer> {
	const pictures = await pagePictures(fax);
	// The library can only join two or more pictures.
	const joined = pictures.length > 1 ? sharp(pictures, { join: { animated: true } }) : sharp(pictures[0]);
	return await joined.tiff({ compression: 'lzw' }).toBuffer();
}

/** The picture of the first page, as Fax.Plus shows it. */
export async function thumbnailOf(fax: Fax): Promise<Buffer> {
	const [first] = await pagePictures({ ...fax, pages: 1 });
	const small = sharp(first).resize({ width: SHEET.width });
	const picture = await small.jpeg({ quality: 85 }).toBuffer();
	// Readers ignore the bytes after the end of the picture.
	return Buffer.concat([picture, Buffer.alloc(Math.max(0, fax.thumbnailSize - picture.length))]);
}

async function pagePictures(fax: Fax): Promise<Buffer[]> {
	if (fax.documents.length === 0) return await Promise.all(receivedSheets(fax).map(drawn));
	const pages = await faxPages(fax);
	return await Promise.all(
		pages.map(async (page) =>
			'pdf' in page
				? await drawn(sheetsOfText(`Page ${page.index + 1} of ${page.name}`)[0])
				: await page.picture(),
		),
	);
}

/** The confirmation report of a sent fax, as a PDF with one page. */
export async function reportOf(fax: Fax): Promise<Buffer> {
	const { id, from, to, pages, status, startTime, duration } = fax;
	const facts = [`Fax ${id}`, `From ${from}`, `To ${to}`, `Pages ${pages}`, `Result ${status}`];
	const times = [`Started ${startTime} UTC`, `Duration ${duration} s`];
	const text = [...facts, ...times].map((line) => line.replace(/[^ -~]/g, '?'));
	const heading = words('FAX CONFIRMATION REPORT', 40, 12, true);
	return await sheetsAsPdf(
		sheetsOfText(text.join('\n')).map((sheet) => ({ ...sheet, words: [heading, ...sheet.words] })),
	);
}

async function drawn(sheet: Sheet = { words: [], marks: [] }): Promise<Buffer> {
	return await asPage(await sheetPicture(sheet, SCALE));
}

/** The sheets of a fax without uploaded documents. */
function receivedSheets({ kind, pages }: Fax): Sheet[] {
	return sheetsOfFax(kind, Math.max(1, pages));
}

async function faxPages({ coverPage, documents }: Fax): Promise<Page[]> {
	const parts = await Promise.all(documents.map(documentPages));
	return [...(coverPage ? [coverOf(coverPage)] : []), ...parts.flat()];
}

function coverOf({ name_to, name_from, subject, message = '', flags = [] }: CoverPage): Page {
	const text = `FAX\n\nTO: ${name_to}\nFROM: ${name_from}\nSUBJECT: ${subject}\n${flags.join(', ')}\n\n${message}`;
	return { picture: () => drawn(sheetsOfText(text)[0]) };
}

/** The pages of one file. A file that can't be drawn gets a page with its name. */
async function documentPages(document: Upload): Promise<Page[]> {
	const { bytes, fileName, contentType } = document;
	try {
		if (isPdf(document)) return await pdfPages(document);
		if (contentType.startsWith('image/')) {
			const { pages = 1 } = await sharp(bytes).metadata();
			return Array.from({ length: pages }, (_, page) => ({ picture: () => picturePage(bytes, page, SCALE) }));
		}
		if (contentType.startsWith('text/')) {
			return sheetsOfText(bytes.toString('utf8')).map((sheet) => ({ picture: () => drawn(sheet) }));
		}
	} catch {
		// The file's content doesn't match its type, so its name is shown instead.
	}
	const [named] = sheetsOfText(`${fileName}\n${contentType}\n${bytes.length} bytes`);
	return [{ picture: () => drawn(named) }];
}

async function pdfPages({ bytes, fileName }: Upload): Promise<Page[]> {
	// Otherwise, the library prints a message about each invalid object.
	const quietly = { throwOnInvalidObject: true };
	const pdf = await PDFDocument.load(bytes, { ...quietly, ignoreEncryption: true, updateMetadata: false });
	return pdf.getPageIndices().map((index) => ({ pdf, index, name: fileName }));
}

function isPdf({ bytes }: Upload): boolean {
	return bytes.subarray(0, 5).toString('latin1') === '%PDF-';
}

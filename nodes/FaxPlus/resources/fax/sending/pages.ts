import type { FaxName } from '../../../../shared/files/documents';
import { recordAt } from '../../../../shared/http/answers';
import { outcomeOf } from '../../../../shared/faxes/faxStatus';
import type { Reader } from '../../../../shared/http/requests';
import type { Fax } from '../../../../shared/records';
import type { UploadFile } from '../../../../shared/http/upload';
import { pathPart } from '../../../../shared/values/paths';
import { sentFaxIdField } from '../sendFields';
import { askedOf, type Source } from './documents';
import type { SendJob } from './job';
import { coverPages, textPages } from './textPages';

/** A part of a fax, by its name in messages, and its pages; undefined where nobody can be sure of them. */
export type Part = readonly [name: string, pages: number | undefined];

/** By what pictures begin: another name must not hide a document of many pages. */
const PICTURES = ['\u00FF\u00D8\u00FF', '\u0089PNG\r\n\u001A\n\0\0\0\rIHDR'];

/** A document that begins within so many bytes is taken for a PDF by many who read such. */
const BEGINNING = 1024;
const PDF = '%PDF-';

/**
 * Counts the pages of each part of a fax that is to be sent, where they are certain without reading documents: what a document
 * seems to hold and what the service makes of it are two things.
 */
export async function pagesOf(
	reads: Reader,
	{ cover_page: cover }: Partial<SendJob>,
	source: Source,
): Promise<Part[]> {
	const document = await documentPages(reads, source);
	return cover === undefined ? document : [['the cover page', coverPages(cover)], ...document];
}

/**
 * The pages of all parts together; null where they are not certain. Those of an existing fax would have to be asked for, and are
 * in the record of the new one.
 */
export async function certainPages(
	reads: Reader,
	job: Partial<SendJob>,
	source: Source,
): Promise<number | null> {
	if (source.kind === 'fax') return null;
	const parts = await pagesOf(reads, job, source);
	const total = parts.reduce((sum, [, pages = Number.NaN]) => sum + pages, 0);
	return Number.isNaN(total) ? null : total;
}

async function documentPages(reads: Reader, source: Source): Promise<Part[]> {
	switch (source.kind) {
		case 'text':
			return [['the text', textPages(source.text)]];
		case 'fax':
			return [[`fax "${source.faxId}"`, await recordedPages(reads, source)]];
		default:
			return await Promise.all(
				source.files.map(async (file) => [`"${file.name}"`, await picturePages(file)] as const),
			);
	}
}

/** The record of a fax that did not pass whole tells less than its document holds (docs/api.md, "Fax records"). */
async function recordedPages(reads: Reader, fax: FaxName): Promise<number | undefined> {
	const path = `/accounts/${fax.userId}/faxes/${pathPart(fax.faxId, sentFaxIdField.displayName)}`;
	const { status, pages = 0 } = await askedOf(fax, async () => recordAt<Fax>(reads, path));
	const isWhole = outcomeOf(status) === 'success' && Number.isInteger(pages) && pages > 0;
	return isWhole ? pages : undefined;
}

/** A picture is one page. Of a file no more is read than the beginning. */
async function picturePages(file: UploadFile): Promise<number | undefined> {
	if (!/^image\/(jpeg|png)$/.test(file.type)) return undefined;
	let beginning = '';
	for await (const chunk of await file.open()) {
		beginning += Buffer.from(chunk.subarray(0, BEGINNING + PDF.length)).toString('latin1');
		if (beginning.length >= BEGINNING + PDF.length) break;
	}
	const isPicture = PICTURES.some((one) => beginning.startsWith(one)) && !beginning.includes(PDF);
	return isPicture ? 1 : undefined;
}

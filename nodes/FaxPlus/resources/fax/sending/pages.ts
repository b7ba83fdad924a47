import type { IDataObject } from 'n8n-workflow';

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

/** A part of a fax, by its name in messages, and its pages; undefined where nobody can be sure of them. */
export type Part = readonly [name: string, pages: number | undefined];

/** By what pictures begin: another name must not hide a document of many pages. */
const PICTURES = ['\u00FF\u00D8\u00FF', '\u0089PNG\r\n\u001A\n\0\0\0\rIHDR'];

/** A document that begins within so many bytes is taken for a PDF by many who read such. */
const BEGINNING = 1024;
const PDF = '%PDF-';

/** Counts the pages of each part. Documents are not looked into: the service may read them in another way. */
export async function pagesOf(
	reads: Reader,
	{ cover_page: cover }: Partial<SendJob>,
	source: Source,
): Promise<Part[]> {
	const document = await documentPages(reads, source);
	return cover === undefined ? document : [['the cover page', coverPages(cover)], ...document];
}

/** All pages together; null where they are not certain. Those of an existing fax are in the record of the new one. */
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

/** A page of text, on the low side: the service does the layout, and fits more lines and longer ones. */
const LINES_ON_PAGE = 40;
const COLUMNS = 60;

/** The same of a cover page, which has a head and a foot of its own. */
const LINES_ON_COVER_PAGE = 20;

const [TAB, LINE_FEED, FORM_FEED, RETURN] = [0x09, 0x0a, 0x0c, 0x0d];
const LINE_BREAKS = new Set([LINE_FEED, 0x0b, RETURN, 0x85, 0x2028, 0x2029]);

/** Other documents of plain characters: PostScript, RTF, HTML, XML, web archives, spreadsheets; PDF also later on. */
const OTHER_DOCUMENT = /^[\s\uFEFF]*(%!|\{\\|<|MIME-Version|ID;P)|%PDF-/i;

/** Control characters of ASCII that no text has: all but blanks and line breaks. */
const NO_TEXT = /[^\P{Cc}\s\u0080-\u009F]/u;

/** Counts the pages of a text; undefined for what might be taken for a document of another kind, of any length. */
export function textPages(text: string): number | undefined {
	return OTHER_DOCUMENT.test(text) || NO_TEXT.test(text) ? undefined : pagesOfLines(text, LINES_ON_PAGE);
}

/** Counts the pages of a cover page by all that it says; one where its texts are short. */
export function coverPages(coverPage: IDataObject): number {
	const texts = Object.values(coverPage).filter((value) => typeof value === 'string');
	return pagesOfLines(texts.join('\n'), LINES_ON_COVER_PAGE);
}

/** Code by code: lines, or characters as texts, would take many times the memory or the time of a long text. */
function pagesOfLines(text: string, linesOnPage: number): number {
	let pages = 0;
	let rows = 0;
	let columns = 0;
	let last = 0;
	const endLine = (): void => {
		rows += Math.max(1, Math.ceil(columns / COLUMNS));
		columns = 0;
	};
	const endSheet = (): void => {
		if (!LINE_BREAKS.has(last)) endLine();
		pages += Math.ceil(rows / linesOnPage);
		rows = 0;
	};
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === FORM_FEED) endSheet();
		else if (!LINE_BREAKS.has(code)) columns += columnsOf(code);
		else if (last !== RETURN || code !== LINE_FEED) endLine();
		last = code;
	}
	endSheet();
	return pages;
}

/** Wider than others are tabs, and characters of scripts that are written wide; those of two codes count once. */
function columnsOf(code: number): number {
	if (code === TAB) return 8;
	const isSecond = code >= 0xdc00 && code <= 0xdfff;
	return isSecond ? 0 : code >= 0x1100 ? 2 : 1;
}

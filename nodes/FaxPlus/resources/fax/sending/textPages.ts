import type { IDataObject } from 'n8n-workflow';

/** A page of text, on the low side: the service does the layout, and fits more lines and longer ones. */
const LINES_ON_PAGE = 40;
const COLUMNS = 60;

/** The same of a cover page, which has a head and a foot of its own. */
const LINES_ON_COVER_PAGE = 20;

const [TAB, LINE_FEED, FORM_FEED, RETURN] = [0x09, 0x0a, 0x0c, 0x0d];
const LINE_BREAKS = new Set([LINE_FEED, 0x0b, RETURN, 0x85, 0x2028, 0x2029]);

/**
 * By what documents of other kinds are known that may consist of plain characters: PostScript, RTF, HTML and XML, web
 * archives and spreadsheets by their beginning, PDF also later.
 */
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

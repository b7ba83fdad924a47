/** A page of text, on the low side: the service does the layout, and fits more lines and longer ones. */
const LINES_ON_PAGE = 40;
const COLUMNS = 60;

const LINE_BREAK = /\r\n|[\n\v\r\u0085\u2028\u2029]/;
/** The end of the last line. Other blank lines count: before a page break they fill pages as any do. */
const LAST_BREAK = new RegExp(`(?:${LINE_BREAK.source})$`);

/** By what documents of other kinds begin: a text that does so might be taken for one, of any length. */
const OTHER_DOCUMENT = /^[\s\uFEFF]*(%PDF|%!PS|\{\\rtf|II[*+]\0|MM\0[*+]|PK\u0003\u0004|\S?PNG)/;

/**
 * Counts the pages of a text as pages of 40 lines with 60 characters.
 *
 * @returns undefined for what begins like a document of another kind
 */
export function textPages(text: string): number | undefined {
	if (OTHER_DOCUMENT.test(text)) return undefined;
	return text.split('\f').reduce((sum, sheet) => sum + sheetPages(sheet), 0);
}

function sheetPages(sheet: string): number {
	const lines = sheet.replace(LAST_BREAK, '').split(LINE_BREAK);
	const rows = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / COLUMNS)), 0);
	return Math.ceil(rows / LINES_ON_PAGE);
}

function widthOf(line: string): number {
	return Array.from(line).reduce((sum, character) => sum + columnsOf(character), 0);
}

/** Tabs, and characters of scripts that are written wide. */
function columnsOf(character: string): number {
	if (character === '\t') return 8;
	return character >= '\u1100' ? 2 : 1;
}

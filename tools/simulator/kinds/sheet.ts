/** An A4 sheet in points. Positions on a sheet start at its upper left corner. */
export const SHEET = { width: 595, height: 842 } as const;

/** A piece of text, with the position where its baseline starts. */
export interface Words {
	x: number;
	y: number;
	/** Size of the letters, in points. */
	size: number;
	isBold: boolean;
	text: string;
}

/** A black rectangle, which is either a line or a bar on a badly transmitted page. */
export interface Mark {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** The content of one page of a fax. Its picture and its PDF are drawn from this, and its text is read from it. */
export interface Sheet {
	words: readonly Words[];
	marks: readonly Mark[];
}

const LEFT = 60;
const COLUMN = 160;
const LINE = 18;
const TEXT_SIZE = 11;

/** Top margin of a fax that was sent as text. */
const TOP = 60;
const LINES_ON_SHEET = Math.floor((SHEET.height - 2 * TOP) / LINE);
const LINE_LENGTH = 80;

/** A piece of text. By default, it starts at the left margin. */
export function words(text: string, y: number, size = TEXT_SIZE, isBold = false, x = LEFT): Words {
	return { x, y, size, isBold, text };
}

/** Lines below each other. A line of several parts is a row of a table. */
export function lines(texts: ReadonlyArray<string | readonly string[]>, top: number): Words[] {
	return texts.flatMap((line, row) =>
		[line]
			.flat()
			.map((text, column) => words(text, top + row * LINE, TEXT_SIZE, false, LEFT + column * COLUMN))
			.filter(({ text }) => text !== ''),
	);
}

/** The sheets that a text needs. Long lines are wrapped. */
export function sheetsOfText(text: string): Sheet[] {
	const all = text
		.replaceAll('\t', '    ')
		.split(/\r\n|[\r\n\f]/)
		.flatMap((line) => line.match(new RegExp(`.{1,${LINE_LENGTH}}`, 'gu')) ?? ['']);
	return Array.from({ length: Math.ceil(all.length / LINES_ON_SHEET) }, (_, page) => ({
		words: lines(all.slice(page * LINES_ON_SHEET, (page + 1) * LINES_ON_SHEET), TOP),
		marks: [],
	}));
}

/** The text on sheets, line by line, with an empty line between two pages. */
export function textOn(sheets: readonly Sheet[]): string {
	return sheets.map(({ words }) => linesOf(words).join('\n')).join('\n\n');
}

/** Words at the same height form one line. */
function linesOf(words: readonly Words[]): string[] {
	const lines = new Map<number, string[]>();
	for (const { y, text } of words) lines.set(y, [...(lines.get(y) ?? []), text]);
	return [...lines.values()].map((texts) => texts.join(' '));
}

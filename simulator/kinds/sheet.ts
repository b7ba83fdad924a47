/** A4, in points; what stands on a sheet is measured from its upper left corner. */
export const SHEET = { width: 595, height: 842 } as const;

/** A piece of text whose base line begins at a place. */
export interface Words {
	x: number;
	y: number;
	/** Of the letters, in points. */
	size: number;
	isBold: boolean;
	text: string;
}

/** A black rectangle: a rule, or a bar of a page that came through badly. */
export interface Mark {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** What stands on one page of a fax; its picture and its PDF are drawn from this, and its text is read from it. */
export interface Sheet {
	words: readonly Words[];
	marks: readonly Mark[];
}

/** What can be read on sheets, line by line, with an empty line between two pages. */
export function textOn(sheets: readonly Sheet[]): string {
	return sheets.map(({ words }) => linesOf(words).join('\n')).join('\n\n');
}

/** Words at the same height are one line. */
function linesOf(words: readonly Words[]): string[] {
	const lines = new Map<number, string[]>();
	for (const { y, text } of words) lines.set(y, [...(lines.get(y) ?? []), text]);
	return [...lines.values()].map((texts) => texts.join(' '));
}

/** What comes along where people copy, and nobody sees: marks of width and direction, byte order marks, control characters. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]|(?!\s)\p{Cc}/gu;

/** The characters of a text that can be seen, and the blanks between them. */
export function visibleIn(text: string): string {
	return text.replace(INVISIBLE, '');
}

/** Anything but space and what takes none; the blank Braille pattern is a blank, too. */
const VISIBLE = /[^\s\u2800\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/u;

/** Whether somebody who reads a text would see anything. */
export function hasVisible(text: string): boolean {
	return VISIBLE.test(text);
}

/** What JavaScript writes for an object, anywhere in a text, and what n8n's editor shows before the nodes have run. */
const OBJECT = /\[object \w+\]|\[Execute [^\]]{1,80} for preview\]/;

/** What JavaScript and n8n write for a value that isn't there, where there is nothing else. */
const NOTHING = /^(?:(?:undefined|null|NaN|Invalid Date(?:Time)?)[\s,;]*)+$/;

/** What an expression has put into a text in place of a value; undefined where it hasn't. */
export function failedExpressionIn(text: string): string | undefined {
	return (OBJECT.exec(text) ?? NOTHING.exec(text))?.[0];
}

/** What a text is as JSON; undefined where it is none. */
export function jsonIn(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

/** What the service says, for people to read or search: empty where it is neither text nor a number. */
export function labelTextOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/**
 * Matches characters that people copy but can't see, such as zero-width and directional marks, byte order marks, and
 * control characters that aren't whitespace.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]|(?!\s)\p{Cc}/gu;

/** Returns a string without its invisible characters. Spaces and line breaks stay. */
export function visibleIn(text: string): string {
	return text.replace(INVISIBLE, '');
}

/** Matches a visible character. The blank Braille pattern isn't one. */
const VISIBLE = /[^\s\u2800\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/u;

/** Whether a string contains anything visible. */
export function hasVisible(text: string): boolean {
	return VISIBLE.test(text);
}

/**
 * Matches the text that JavaScript makes of an object, anywhere in a string, and what n8n's editor shows before the nodes
 * have run.
 */
const OBJECT = /\[object \w+\]|\[Execute [^\]]{1,80} for preview\]/;

/** Matches a text that consists only of what JavaScript and n8n write for a missing value. */
const NOTHING = /^(?:(?:undefined|null|NaN|Invalid Date(?:Time)?)[\s,;]*)+$/;

/** Returns what a failed expression has put into a string in place of a value, or undefined if there's nothing like that. */
export function failedExpressionIn(text: string): string | undefined {
	return (OBJECT.exec(text) ?? NOTHING.exec(text))?.[0];
}

/** Parses a string as JSON, or returns undefined if it isn't JSON. */
export function jsonIn(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

/** Returns a string or number from Fax.Plus as text, for people to read or search. Any other value becomes empty text. */
export function labelTextOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

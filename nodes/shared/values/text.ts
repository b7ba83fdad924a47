/** What comes along where people copy, and nobody sees: marks of width and direction, byte order marks, control characters. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]|(?!\s)\p{Cc}/gu;

/** The characters of a text that can be seen, and the blanks between them. */
export function visibleIn(text: string): string {
	return text.replace(INVISIBLE, '');
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

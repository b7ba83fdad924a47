import { toText } from './text';

/**
 * Reads a list as people give it in a field: text separated by commas or line breaks, or an array from an expression,
 * which may be written out as JSON, as expressions do within other text.
 *
 * @returns the entries without surrounding blanks, empty ones and repetitions left out
 */
export function toList(value: unknown): string[] {
	const entries = Array.isArray(value) ? (value as unknown[]) : entriesIn(toText(value));
	const texts = entries.map(toText);
	return [...new Set(texts.filter((text) => text !== ''))];
}

function entriesIn(text: string): unknown[] {
	return (text.startsWith('[') ? arrayIn(text) : undefined) ?? text.split(/[,\n]/);
}

/** The array that a text is as JSON; undefined when it is none. */
function arrayIn(text: string): unknown[] | undefined {
	try {
		return JSON.parse(text) as unknown[];
	} catch {
		return undefined;
	}
}

/** Whether two lists hold the same entries, whatever their order. */
export function haveSameEntries(a: readonly string[], b: readonly string[]): boolean {
	const set = new Set(a);
	return set.size === new Set(b).size && b.every((entry) => set.has(entry));
}

import { toText } from './text';

/**
 * Reads a list as people give it in a field: text separated by commas or line breaks, or an array from an expression.
 *
 * @returns the entries without surrounding blanks, empty ones and repetitions left out
 */
export function toList(value: unknown): string[] {
	const entries: unknown[] = Array.isArray(value) ? value : toText(value).split(/[,\n]/);
	const texts = entries.map(toText);
	return [...new Set(texts.filter((text) => text !== ''))];
}

/** Whether two lists hold the same entries, whatever their order. */
export function haveSameEntries(a: readonly string[], b: readonly string[]): boolean {
	const set = new Set(a);
	return set.size === new Set(b).size && b.every((entry) => set.has(entry));
}

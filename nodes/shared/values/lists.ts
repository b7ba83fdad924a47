import { InputError } from './inputError';
import { jsonIn, toText } from './text';

/**
 * Reads a list as people give it: text with commas or line breaks, or an array from an expression, perhaps written out as JSON.
 * Blanks around, empty entries and repetitions are left out; objects and arrays as entries are refused.
 */
export function toList(value: unknown): string[] {
	return [...new Set(textsIn(value).filter((text) => text !== ''))];
}

/** The same where nothing may be lost unseen: an entry that is empty is an expression that found nothing, and is refused. */
export function toFullList(label: string, value: unknown): string[] {
	return [...new Set(toEntries(label, value))];
}

/** The same with repetitions, for a list whose entries count as often as they stand there. */
export function toEntries(label: string, value: unknown): string[] {
	const isNothing = !Array.isArray(value) && toText(value, label) === '';
	const texts = isNothing ? [] : textsIn(value, label);
	const empty = texts.indexOf('') + 1;
	if (empty === 0) return texts;
	throw new InputError(
		`${label} is incomplete: entry ${empty} of ${texts.length} is empty. Remove it, or check the expression that provides it.`,
	);
}

function textsIn(value: unknown, label?: string): string[] {
	const entries = Array.isArray(value) ? (value as unknown[]) : entriesIn(toText(value, label));
	return entries.map((entry) => toText(entry, label));
}

/** A comma at the end of a line and the line break are one separator. */
function entriesIn(text: string): unknown[] {
	return (
		(text.startsWith('[') ? (jsonIn(text) as unknown[] | undefined) : undefined) ??
		text.split(/,[^\S\n]*\n|[,\n]/)
	);
}

/** Whether two lists hold the same entries, whatever their order. */
export function haveSameEntries(a: readonly string[], b: readonly string[]): boolean {
	const set = new Set(a);
	return set.size === new Set(b).size && b.every((entry) => set.has(entry));
}

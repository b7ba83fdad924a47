import { InputError } from './inputError';
import { jsonIn, toText } from './text';

/** A comma at the end of a line and the line break are one divider. */
const DIVIDERS = /,[^\S\n]*\n|[,\n]/;

/**
 * Reads a list as people give it, each entry once: text with commas or line breaks, or an array from an expression, perhaps
 * written out as JSON. Blanks around entries are left out; objects and arrays as entries are refused, and so is an entry that
 * is empty, because it is an expression that found nothing.
 */
export function toFullList(label: string, value: unknown, dividers = DIVIDERS): string[] {
	return [...new Set(toEntries(label, value, dividers))];
}

/** The same with repetitions, for a list whose entries count as often as they stand there. */
export function toEntries(label: string, value: unknown, dividers = DIVIDERS): string[] {
	const texts = entriesIn(value, label, dividers).map((entry) => toText(entry, label));
	const empty = texts.indexOf('') + 1;
	if (empty === 0) return texts;
	throw new InputError(
		`${label} is incomplete: entry ${empty} of ${texts.length} is empty. Remove it, or check the expression that provides it.`,
	);
}

function entriesIn(value: unknown, label: string, dividers: RegExp): unknown[] {
	if (Array.isArray(value)) return value;
	const text = toText(value, label);
	if (text === '') return [];
	return (text.startsWith('[') ? (jsonIn(text) as unknown[] | undefined) : undefined) ?? text.split(dividers);
}

/** Whether two lists hold the same entries, whatever their order. */
export function haveSameEntries(a: readonly string[], b: readonly string[]): boolean {
	const set = new Set(a);
	return set.size === new Set(b).size && b.every((entry) => set.has(entry));
}

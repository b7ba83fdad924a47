import { InputError } from './inputError';
import { toText } from './text';

/**
 * Reads a list as people give it in a field: text separated by commas or line breaks, or an array from an expression,
 * which may be written out as JSON, as expressions do within other text.
 *
 * @returns the entries without surrounding blanks, empty ones and repetitions left out
 * @throws InputError for objects and arrays as entries
 */
export function toList(value: unknown): string[] {
	return [...new Set(textsIn(value).filter((text) => text !== ''))];
}

/**
 * The same for a list that must not shrink unseen: an entry that is empty is an expression that found nothing.
 *
 * @param label what the editor calls the field, for the message
 * @returns the entries without surrounding blanks and repetitions; none where the whole field is empty
 * @throws InputError also for an entry that is empty
 */
export function toFullList(label: string, value: unknown): string[] {
	const texts = isNothing(value) ? [] : textsIn(value);
	const empty = texts.indexOf('') + 1;
	if (empty === 0) return [...new Set(texts)];
	throw new InputError(
		`${label} is incomplete: entry ${empty} of ${texts.length} is empty. Remove it, or check the expression that provides it.`,
	);
}

function isNothing(value: unknown): boolean {
	return !Array.isArray(value) && toText(value) === '';
}

function textsIn(value: unknown): string[] {
	const entries = Array.isArray(value) ? (value as unknown[]) : entriesIn(toText(value));
	return entries.map((entry) => toText(entry));
}

/** A comma at the end of a line and the line break are one separator. */
function entriesIn(text: string): unknown[] {
	return (text.startsWith('[') ? arrayIn(text) : undefined) ?? text.split(/,[^\S\n]*\n|[,\n]/);
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

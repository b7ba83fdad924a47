import { emptyField, InputError } from './inputError';

/** Matches characters that separate or enclose the entries of a list. */
const LIST_MARKS = /[,;[\]]/;

/** Maximum length of an ID in characters. Fax.Plus IDs have about 30, and no server accepts a megabyte in a URL. */
const LONGEST_ID = 500;

/**
 * Encodes an ID as one part of a path. It refuses a value that isn't an ID or leads to another path. The error has the
 * editor's name for the field.
 */
export function pathPart(value: string, name: string): string {
	const id = singleId(value, name);
	if (/[/\\?#]/.test(id) || id === '.' || id === '..')
		throw new InputError(
			`"${name}" is "${id}", which isn't an ID. An ID can't contain slashes, "?" or "#". Correct it, or check its expression.`,
		);
	if (/\p{Surrogate}/u.test(id))
		throw new InputError(`"${name}" contains a damaged character. Check its expression.`);
	return encodeURIComponent(id);
}

/** Reads one ID, which must not be empty or look like several IDs. */
export function singleId(value: string, name: string): string {
	const id = value.trim();
	if (id === '') throw emptyField(name);
	if (id.length > LONGEST_ID)
		throw new InputError(
			`"${name}" has ${id.length} characters, but an ID can have ${LONGEST_ID}. Check its expression.`,
		);
	if (!LIST_MARKS.test(id)) return id;
	throw new InputError(`"${name}" is "${id}", which looks like several IDs. Use one item for each ID.`);
}

/**
 * Accepts the entries of a list as IDs, unless one looks like several IDs. A list in text is already divided at its commas,
 * but an entry of an array may still contain one.
 */
export function severalIds(ids: string[], name: string): string[] {
	const wrong = ids.find((id) => LIST_MARKS.test(id));
	if (wrong === undefined) return ids;
	throw new InputError(
		`"${name}" contains "${wrong}", which isn't an ID. Separate IDs with commas and without brackets, or use an expression that returns an array.`,
	);
}

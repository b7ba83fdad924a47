import { emptyField, InputError } from './inputError';

/** What divides or encloses the entries of a list. */
const LIST_MARKS = /[,;[\]]/;

/** Fax.Plus's IDs have some 30 characters. A text of a megabyte in one would make an address that no server reads. */
const LONGEST_ID = 500;

/** Encodes an identifier as one part of a path; refuses with the editor's name for it what is none or leads to another path. */
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

/** Reads one identifier, which must neither be empty nor look like several. */
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

/** Takes the entries of a list for identifiers, unless other marks than commas divide one. */
export function severalIds(ids: string[], name: string): string[] {
	const wrong = ids.find((id) => LIST_MARKS.test(id));
	if (wrong === undefined) return ids;
	throw new InputError(
		`"${name}" contains "${wrong}", which isn't an ID. Separate IDs with commas and without brackets, or use an expression that returns an array.`,
	);
}

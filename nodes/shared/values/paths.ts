import { InputError } from './inputError';

/**
 * Encodes an identifier as one part of a path.
 *
 * @param name what the identifier is called in the editor, for the message
 * @throws InputError when it is empty, or holds a character that would lead to another path
 */
export function pathPart(value: string, name: string): string {
	const id = value.trim();
	if (id === '')
		throw new InputError(`${name} is empty. Enter one, or check the expression that provides it.`);
	if (/[/\\?#]/.test(id) || id === '.' || id === '..') {
		throw new InputError(`${name} "${id}" is not an identifier: it must not hold slashes, "?" or "#".`);
	}
	if (/\p{Surrogate}/u.test(id))
		throw new InputError(`${name} holds half a character. Check the expression that provides it.`);
	return encodeURIComponent(id);
}

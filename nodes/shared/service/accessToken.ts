import { InputError } from '../values/inputError';

/**
 * Reads a personal access token from a credential (docs/api.md, "Authentication").
 *
 * @returns the token without surrounding blanks, and without the word "Bearer", with which documentation shows it
 * @throws InputError when the value cannot be a token, as when an expression finds nothing
 */
export function accessTokenFrom(value: unknown): string {
	const token = typeof value === 'string' ? value.trim().replace(/^Bearer(\s+|$)/i, '') : '';
	if (token === '') {
		throw new InputError(
			'The credential holds no Access Token. Open it and enter a personal access token, or check the expression that provides it.',
		);
	}
	if (!/^[\x21-\x7e]+$/.test(token)) {
		throw new InputError(
			'The Access Token in the credential holds a blank, a line break or another character that no token has. Open the credential and enter the token alone.',
		);
	}
	return token;
}

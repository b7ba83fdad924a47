/**
 * A mistake that the user can correct, usually in a field. It's thrown before anything was changed. The message says what
 * to do.
 */
export class InputError extends Error {
	/** Further reasons, such as other mistakes in the same list. */
	others: readonly unknown[] = [];

	/** Name of the guard that refused a fax, if one did. */
	guard: string | undefined;

	constructor(message: string) {
		super(readable(message));
	}
}

/** Maximum length of a message in characters, because nobody reads a longer one. The end stays, because it says what to do. */
const LONGEST = 2000;

/** Matches text that nobody reads, such as a file in base64. */
const LONG_WORD = /([^\s"]{80})[^\s"]{120,}/g;

/** Matches Fax.Plus secrets, which people paste into wrong fields, and which errors quote. */
const SECRET = /(whsec_|alohi_pat_)[^\s"]+/gi;

/** Characters before and after the login in an address. A browser accepts any of them. */
const LOGIN_BEGINS = /:[\\/]{1,9}|[\\/]{2,9}|"(?=[^"\s/:\\@]{1,99}:[^"\s@]{1,999}(?:@|%40))/;
const BEHIND_LOGIN = ['@', '%40', '\uFF20'];

function readable(message: string): string {
	const safe = withoutLogin(message);
	const cut = safe.length > LONGEST;
	const text = cut ? `${safe.slice(0, LONGEST / 2)}…${safe.slice(-LONGEST / 2)}` : safe;
	return text.replace(SECRET, '$1…').replace(LONG_WORD, '$1…');
}

/** Removes the login from an address, in any format, because messages stay in executions and logs. */
function withoutLogin(message: string): string {
	const [sign = ''] = LOGIN_BEGINS.exec(message) ?? [];
	const begin = message.search(LOGIN_BEGINS) + sign.length;
	const end = Math.max(...BEHIND_LOGIN.map((one) => message.lastIndexOf(one)));
	return sign === '' || end < begin ? message : `${message.slice(0, begin)}…${message.slice(end)}`;
}

/** Makes an error for a wrong value, which may come from an expression. */
export function wrongValue(what: string): InputError {
	return new InputError(`${what}. Correct it, or check its expression.`);
}

/** Makes an error for an empty field that must have a value. */
export function emptyField(name: string, whatToDo = 'Enter a value, or check its expression.'): InputError {
	return new InputError(`"${name}" is empty. ${whatToDo}`);
}

/** Makes an error for a missing value in an optional field, which means that an expression failed. */
export function missingValue(name: string): InputError {
	return new InputError(`"${name}" has no value. Check its expression, or leave the field empty.`);
}

/** Something that a person can correct, mostly in a field, and that nothing was changed for. The message says what to do. */
export class InputError extends Error {
	constructor(message: string) {
		super(readable(message));
	}
}

/** Nobody reads a longer message, in characters. The end stays, because it says what to do. */
const LONGEST = 2000;

/** What nobody reads, such as a file as base64 text. */
const LONG_WORD = /([^\s"]{80})[^\s"]{120,}/g;

/** Secrets of Fax.Plus, which people paste into fields of other things, and errors quote. */
const SECRET = /(whsec_|alohi_pat_)[^\s"]+/gi;

/** Where the login in an address begins, and what is behind one. A browser takes any of these signs. */
const LOGIN_BEGINS = /:[\\/]{1,9}|[\\/]{2,9}|"(?=[^"\s/:\\@]{1,99}:[^"\s@]{1,999}(?:@|%40))/;
const BEHIND_LOGIN = ['@', '%40', '\uFF20'];

function readable(message: string): string {
	const safe = withoutLogin(message);
	const cut = safe.length > LONGEST;
	const text = cut ? `${safe.slice(0, LONGEST / 2)}…${safe.slice(-LONGEST / 2)}` : safe;
	return text.replace(SECRET, '$1…').replace(LONG_WORD, '$1…');
}

/** A message stays in executions and logs, so it shows no password of an address, however that is written. */
function withoutLogin(message: string): string {
	const [sign = ''] = LOGIN_BEGINS.exec(message) ?? [];
	const begin = message.search(LOGIN_BEGINS) + sign.length;
	const end = Math.max(...BEHIND_LOGIN.map((one) => message.lastIndexOf(one)));
	return sign === '' || end < begin ? message : `${message.slice(0, begin)}…${message.slice(end)}`;
}

/** What an expression may have given in place of a value: the message says what is wrong with it. */
export function wrongValue(what: string): InputError {
	return new InputError(`${what}. Correct it, or check its expression.`);
}

/** Nothing where a field has to hold something. */
export function emptyField(name: string, whatToDo = 'Enter a value, or check its expression.'): InputError {
	return new InputError(`"${name}" is empty. ${whatToDo}`);
}

/** Nothing at all in a field that may be left empty: an expression that went wrong. */
export function missingValue(name: string): InputError {
	return new InputError(`"${name}" has no value. Check its expression, or leave the field empty.`);
}

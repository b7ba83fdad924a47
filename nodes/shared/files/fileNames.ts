import { visibleIn } from '../values/text';
import { formatNamed, type Faxable } from './formats';

/**
 * Maximum number of characters that are read of a name. Patterns are slow on very long text, which anybody may enter in a form.
 */
const LONGEST_READ = 300;

/** Maximum length of a name in bytes. Systems accept 255, and some of them add a prefix. */
const LONGEST_NAME = 200;

/** Other extensions that Fax.Plus recognizes a format by. */
const ALSO: Readonly<Partial<Record<string, Faxable>>> = { jpeg: 'jpg', tif: 'tiff' };

/** Returns the part of a name that people see, decoded, and without quotes and folders. */
export function plainName(name: string): string {
	const read = decoded(visibleIn(shortened(name)).trim());
	const bare = visibleIn(read).replace(/^[\s"'“”„«»\\]+/, '');
	const last =
		trimmedEnd(bare, /[\s"'“”„«»\\]/)
			.split(/[/\\]/)
			.pop() ?? '';
	return last.normalize('NFC');
}

/** Returns the extension of a name, without invisible characters and without what the name of a copy adds. */
export function extensionOf(name: string): string {
	const plain = plainName(name);
	const end = endOf(plain);
	const [, , ofCopy = ''] = COPY.exec(plain) ?? [];
	return formatNamed(end.toLowerCase()) === undefined && formatNamed(ofCopy.toLowerCase()) !== undefined
		? ofCopy
		: end;
}

/** Matches what follows an extension in the name of a copy, as in "scan.pdf (1)", or in a URL. */
const COPY = /^([^]*)\.([a-z]{2,5})((?:[^\p{L}]{1,12}|[?;][^]*)?)$/iu;

/** Returns what is after the last dot of a name. */
function endOf(plain: string): string {
	const shown = trimmedEnd(plain, /[\s.]/);
	const end = shown.slice(shown.lastIndexOf('.') + 1);
	return end.length === shown.length || /\s/.test(end) ? '' : end;
}

/** Returns a name that every system accepts, with the one extension that Fax.Plus recognizes the format by. */
export function safeName(name: string, format: Faxable): string {
	const last = plainName(name);
	const end = endOf(last);
	const lower = end.toLowerCase();
	const isRight = (ALSO[lower] ?? lower) === format;
	const isKnown = isRight || formatNamed(lower) !== undefined;
	const stem = isKnown ? trimmedEnd(last, /[\s.]/).slice(0, -end.length) : last;
	const extension = `.${isRight ? end : format}`;
	const plain = trimmed(withoutExtension(stem, format).replace(/\s+/g, ' '));
	const safe = trimmed(plain.replace(/["*:<>?|\p{Surrogate}]/gu, '_'));
	return `${trimmed(cutTo(safe, LONGEST_NAME - extension.length)) || 'document'}${extension}`;
}

/** Returns a name as a message shows it. */
export function shownName(name: string): string {
	return cutTo(visibleIn(shortened(name)), LONGEST_NAME);
}

/** Removes an extension of the same format before the last one, or before what the name of a copy adds. */
function withoutExtension(stem: string, format: Faxable): string {
	const [, before = '', end = '', after = ''] = COPY.exec(trimmedEnd(stem, /[\s._]/)) ?? [];
	if (end === '' || formatNamed(end.toLowerCase()) !== format) return stem;
	return withoutExtension(/^[?;]/.test(after) ? before : before + after, format);
}

/** Decodes a name from an email program or a server (RFC 2047, RFC 2231). A question mark may have become an underscore. */
function decoded(name: string): string {
	const words = name
		.replace(/\?=\s+=\?/g, '?==?')
		.replace(
			/=\?([\w.:-]{1,40})\?([bq])\?([^?\s]*)\?=|=_([\w.:-]{1,40})_(b)_([a-z\d+/]+={0,2})_=/gi,
			(whole, ...found: string[]) => {
				const [charset = '', kind = '', text = ''] = found.slice(0, 3)[0] ? found : found.slice(3);
				return textIn(charset, bytesOf(kind, text)) ?? whole;
			},
		);
	const [, charset = '', escaped = ''] = /^([\w-]{3,20})'[\w-]{0,20}'([^'\s]+)$/.exec(words) ?? [];
	const bytes = Buffer.from(unescaped(escaped, /%([\da-f]{2})/gi), 'latin1');
	return (escaped === '' ? undefined : textIn(charset, bytes)) ?? words;
}

function bytesOf(kind: string, text: string): Buffer {
	if (kind.toLowerCase() === 'b') return Buffer.from(text, 'base64');
	return Buffer.from(unescaped(text.replace(/_/g, ' '), /=([\da-f]{2})/gi), 'latin1');
}

function unescaped(text: string, pattern: RegExp): string {
	return text.replace(pattern, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Decodes bytes, or returns undefined if the character set is unknown or doesn't match. */
function textIn(charset: string, bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder(charset, { fatal: true }).decode(bytes);
	} catch {
		return undefined;
	}
}

/** Returns the beginning and the end of a name, because the end has the extension. */
function shortened(name: string): string {
	const half = LONGEST_READ / 2;
	return name.length <= LONGEST_READ ? name : name.slice(0, half) + name.slice(-half);
}

function trimmed(name: string): string {
	return trimmedEnd(name.replace(/^[ .]+/, ''), /[ .]/);
}

/** This is a loop, because a pattern for the end of a string would start again at each of its characters. */
function trimmedEnd(text: string, what: RegExp): string {
	let end = text.length;
	while (what.test(text.charAt(end - 1))) end--;
	return text.slice(0, end);
}

/** Returns the beginning of a string, up to a number of bytes. */
function cutTo(text: string, bytes: number): string {
	const start = Buffer.from(text).subarray(0, bytes).toString();
	return start.replace(/\uFFFD$/, '');
}

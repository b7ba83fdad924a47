import { visibleIn } from '../values/text';
import { formatNamed, type Faxable } from './formats';

/** Characters of a name that are read. Patterns take long for text without end, which anybody may write into a form. */
const LONGEST_READ = 300;

/** Bytes that a name has at most. Systems take 255, and some of them put something before it. */
const LONGEST_NAME = 200;

/** Ends of names by which the service knows a format, beside the usual one. */
const ALSO: Readonly<Partial<Record<string, Faxable>>> = { jpeg: 'jpg', tif: 'tiff' };

/** What people see of a name: decoded, without quotes around it and without the folders it's in. */
export function plainName(name: string): string {
	const read = decoded(visibleIn(shortened(name)).trim());
	const bare = visibleIn(read).replace(/^[\s"'“”„«»\\]+/, '');
	const last =
		trimmedEnd(bare, /[\s"'“”„«»\\]/)
			.split(/[/\\]/)
			.pop() ?? '';
	return last.normalize('NFC');
}

/** What ends a name, without what nobody sees, and without what is behind it in the name of a copy. */
export function extensionOf(name: string): string {
	const plain = plainName(name);
	const end = endOf(plain);
	const [, , ofCopy = ''] = COPY.exec(plain) ?? [];
	return formatNamed(end.toLowerCase()) === undefined && formatNamed(ofCopy.toLowerCase()) !== undefined
		? ofCopy
		: end;
}

/** What follows an extension in the name of a copy, as in "scan.pdf (1)", or in an address. */
const COPY = /^([^]*)\.([a-z]{2,5})((?:[^\p{L}]{1,12}|[?;][^]*)?)$/iu;

/** What's behind the last dot of a name. */
function endOf(plain: string): string {
	const shown = trimmedEnd(plain, /[\s.]/);
	const end = shown.slice(shown.lastIndexOf('.') + 1);
	return end.length === shown.length || /\s/.test(end) ? '' : end;
}

/** A name that every system bears, with the one extension by which the service knows the format. */
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

/** How a message shows a name. */
export function shownName(name: string): string {
	return cutTo(visibleIn(shortened(name)), LONGEST_NAME);
}

/** Takes off an extension of the same format that stands before the last one, or before what a copy is called by. */
function withoutExtension(stem: string, format: Faxable): string {
	const [, before = '', end = '', after = ''] = COPY.exec(trimmedEnd(stem, /[\s._]/)) ?? [];
	if (end === '' || formatNamed(end.toLowerCase()) !== format) return stem;
	return withoutExtension(/^[?;]/.test(after) ? before : before + after, format);
}

/** A name as mail programs and servers encode it (RFC 2047, RFC 2231). A question mark may have become an underscore. */
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

/** Undefined for a character set that nobody knows, and for what isn't of it. */
function textIn(charset: string, bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder(charset, { fatal: true }).decode(bytes);
	} catch {
		return undefined;
	}
}

/** The beginning and the end of a name, which has the extension. */
function shortened(name: string): string {
	const half = LONGEST_READ / 2;
	return name.length <= LONGEST_READ ? name : name.slice(0, half) + name.slice(-half);
}

function trimmed(name: string): string {
	return trimmedEnd(name.replace(/^[ .]+/, ''), /[ .]/);
}

/** A pattern for the end of a text would begin anew at each of its characters. */
function trimmedEnd(text: string, what: RegExp): string {
	let end = text.length;
	while (end > 0 && what.test(text.charAt(end - 1))) end--;
	return text.slice(0, end);
}

/** The beginning of a text, up to a number of bytes. */
function cutTo(text: string, bytes: number): string {
	const beginning = Buffer.from(text).subarray(0, bytes).toString();
	return beginning.replace(/\uFFFD$/, '');
}

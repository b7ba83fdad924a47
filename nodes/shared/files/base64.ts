/** Matches what is before the bytes of a file in a data URI. */
const DATA_URI = /^\s{0,99}data:([^;,]{0,100})(?:;[^;,]{0,200}){0,9},/i;

/** Matches a character that isn't base64, or spaces within a line. */
const NO_BASE64 = /[^\w+/\s-]|\S[^\S\r\n]+\S/;

/** Number of characters that are decoded at once. This is a multiple of four, and decodes to 192 KB. */
const PIECE = 1 << 18;

/** Bytes in the form of text. They're decoded piece by piece as they're read, so only the text is kept in memory. */
interface WrittenBytes {
	/** Size in bytes. */
	size: number;
	/** Media type according to the text, or empty if it names none. */
	mimeType: string;
	chunks: () => Generator<Uint8Array>;
}

/**
 * Reads bytes that are written as base64. The URL-safe alphabet, line breaks, missing padding and data URIs are accepted.
 * Spaces within a line aren't, because they separate words, or were plus signs in a URL.
 *
 * @returns undefined for a string that isn't base64
 */
export function bytesOfBase64(text: string): WrittenBytes | undefined {
	const [head = '', mimeType = ''] = DATA_URI.exec(text) ?? [];
	if (head !== '' && !/;base64,$/i.test(head)) return undefined;
	const written = withoutPadding(text.slice(head.length));
	// Most strings have no line breaks, so a simple and fast pattern is enough for them.
	const isPlain = !/[^\w+/-]/.test(written);
	if (!isPlain && NO_BASE64.test(written)) return undefined;
	const digits = isPlain ? written.length : countDigits(written);
	if (digits % 4 === 1) return undefined;
	return { size: Math.floor((digits * 3) / 4), mimeType, chunks: () => decoded(written) };
}

/** This is a loop, because a pattern for the end of a string would start again at each of its characters. */
function withoutPadding(text: string): string {
	let end = text.length;
	while (end > 0 && '= \r\n\t'.includes(text.charAt(end - 1))) end--;
	return text.slice(0, end);
}

function countDigits(written: string): number {
	let digits = 0;
	for (const piece of piecesOf(written)) digits += withoutSpaces(piece).length;
	return digits;
}

function* decoded(written: string): Generator<Uint8Array> {
	let rest = '';
	for (const piece of piecesOf(written)) {
		const digits = rest + withoutSpaces(piece);
		const whole = digits.length & ~3;
		rest = digits.slice(whole);
		if (whole > 0) yield Buffer.from(digits.slice(0, whole), 'base64');
	}
	if (rest !== '') yield Buffer.from(rest, 'base64');
}

function* piecesOf(text: string): Generator<string> {
	for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE);
}

function withoutSpaces(text: string): string {
	return text.replace(/\s+/g, '');
}

/** Whether bytes are text in UTF-8, or in UTF-16 with a byte order mark. */
export function isUnicode(chunks: Iterable<Uint8Array>): boolean {
	const decoder = new TextDecoder('utf-8', { fatal: true });
	let isFirst = true;
	try {
		for (const chunk of chunks) {
			if (isFirst && /^(fffe|feff)/.test(Buffer.from(chunk.subarray(0, 2)).toString('hex'))) return true;
			isFirst = false;
			decoder.decode(chunk, { stream: true });
		}
		decoder.decode();
		return true;
	} catch {
		return false;
	}
}

/** What stands before the bytes of a file that is written as an address. */
const DATA_URI = /^\s*data:[^,]{0,200};base64,/i;

/**
 * Reads bytes that are written as base64: with the alphabet of addresses, with line breaks, without padding, and as a data
 * URI, too. Blanks within a line are words, or plus signs that an address has lost.
 *
 * @returns undefined for what is no base64
 */
export function bytesOfBase64(text: string): Uint8Array | undefined {
	const written = text.replace(DATA_URI, '');
	if (/[^\w+/=\s-]|=[\s=]*[^\s=]|\S[^\S\r\n]+[^\s=]/.test(written)) return undefined;
	const digits = written.replace(/[\s=]+/g, '');
	return digits.length % 4 === 1 ? undefined : Buffer.from(digits, 'base64');
}

/** Whether bytes are text in UTF-8, or in UTF-16 that says so. */
export function isUnicode(bytes: Uint8Array): boolean {
	if (/^(fffe|feff)/.test(Buffer.from(bytes.subarray(0, 2)).toString('hex'))) return true;
	try {
		new TextDecoder('utf-8', { fatal: true }).decode(bytes);
		return true;
	} catch {
		return false;
	}
}

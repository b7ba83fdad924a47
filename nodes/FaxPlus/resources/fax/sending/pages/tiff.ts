/** Bytes of one entry in the directory of a page. */
const ENTRY = 12;

/**
 * Counts the pages of a TIFF: the directories that lead from one to the next.
 *
 * @returns undefined for a file that is cut off or wrong, and for one with addresses of 64 bits
 */
export function tiffPages(bytes: Uint8Array): number | undefined {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (bytes.length < 8) return undefined;
	const isLittleEndian = bytes[0] === 0x49;
	if (view.getUint16(2, isLittleEndian) !== 42) return undefined;
	const seen = new Set<number>();
	for (let at = view.getUint32(4, isLittleEndian); at !== 0;) {
		if (seen.has(at) || at + 2 > bytes.length) return undefined;
		seen.add(at);
		const next = at + 2 + view.getUint16(at, isLittleEndian) * ENTRY;
		if (next + 4 > bytes.length) return undefined;
		at = view.getUint32(next, isLittleEndian);
	}
	return seen.size === 0 ? undefined : seen.size;
}

import { createHash } from 'node:crypto';

/** Returns a short hash of a string, for strings that are too long to keep or that strangers must not read. */
export function fingerprintOf(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

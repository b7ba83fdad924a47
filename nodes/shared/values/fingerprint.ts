import { createHash } from 'node:crypto';

/** Returns a short hash that stands for a string, if the text is too long to keep or strangers must not read it. */
export function fingerprintOf(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

import { createHash } from 'node:crypto';

/** Stands for something that strangers need not know. */
export function fingerprintOf(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

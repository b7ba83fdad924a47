import { createHash } from 'node:crypto';

/** Characters of a fingerprint, of 64 kinds: one fax in fifty thousand million looks like one of 5,000 that are known. */
const LENGTH = 8;

/** Characters that tell when a fax began. */
const TIME_LENGTH = 5;

/** In milliseconds. */
const MINUTE = 60_000;

/** How many are kept: 58 KB. */
const MOST = 4_500;

/**
 * Ids of faxes that are known, and when these began. Of each id it keeps a fingerprint, because n8n stores what a trigger
 * remembers with every execution (2.8).
 */
export class FaxIds {
	/** The minutes in which faxes began, by fingerprint. */
	private readonly starts = new Map<string, number>();

	/** @param packed what `toJSON` has made */
	constructor(packed = '') {
		for (let at = 0; at < packed.length; at += LENGTH + TIME_LENGTH) {
			const [middle, end] = [at + LENGTH, at + LENGTH + TIME_LENGTH];
			this.starts.set(packed.slice(at, middle), parseInt(packed.slice(middle, end), 36));
		}
	}

	has(id: string): boolean {
		return this.starts.has(fingerprintOfId(id));
	}

	/** @param start when the fax began, in milliseconds */
	add(id: string, start: number): void {
		this.starts.set(fingerprintOfId(id), Math.max(0, Math.floor(start / MINUTE)));
	}

	/**
	 * Forgets faxes that began before a time, in milliseconds, and the oldest of too many. The newest minute always stays.
	 *
	 * @returns the time, in milliseconds, from which on none was forgotten
	 */
	forget(time: number): number {
		const newestFirst = [...this.starts.values()].sort((a, b) => b - a);
		const tooOld = newestFirst.slice(MOST).find((start) => start !== newestFirst[0]);
		const from = Math.max(time, tooOld === undefined ? 0 : (tooOld + 1) * MINUTE);
		for (const [fingerprint, start] of this.starts)
			if ((start + 1) * MINUTE <= from) this.starts.delete(fingerprint);
		return from;
	}

	/** The form that static data takes. */
	toJSON(): string {
		const packed = [...this.starts].map(
			([one, start]) => one + start.toString(36).padStart(TIME_LENGTH, '0'),
		);
		return packed.join('');
	}
}

/** Stands for the id of a fax. */
function fingerprintOfId(id: string): string {
	return createHash('sha256').update(id).digest('base64url').slice(0, LENGTH);
}

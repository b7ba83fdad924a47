import { createHash } from 'node:crypto';

/** Fingerprints of ids, strung together, by the times of their faxes: when they began, and when they were passed on. */
export type PackedIds = Record<string, string>;

/** Times of a fax, in periods. */
interface Times {
	start: number;
	/** 0 for one that need not be passed on any more. */
	passed: number;
}

/** Characters of a fingerprint, of 64 kinds: one fax in fifty thousand million looks like one of 5,000 that are known. */
const LENGTH = 8;

/** In milliseconds. */
const PERIOD = 120_000;

/** Characters that the times take beside their fingerprints, as JSON. */
const NAME_LENGTH = 18;

/**
 * Ids of faxes that are known. Of each it keeps a fingerprint of eight characters, because n8n stores what a trigger remembers
 * with every execution (2.8).
 */
export class FaxIds {
	private readonly times = new Map<string, Times>();

	constructor(packed: PackedIds = {}) {
		for (const [name, fingerprints] of Object.entries(packed)) {
			const [start = 0, passed = 0] = name.split(' ').map((part) => parseInt(part, 36));
			for (let at = 0; at < fingerprints.length; at += LENGTH)
				this.times.set(fingerprints.slice(at, at + LENGTH), { start, passed });
		}
	}

	has(id: string): boolean {
		return this.times.has(fingerprintOfId(id));
	}

	/**
	 * @param start when the fax began, in milliseconds
	 * @param passed when it was passed on, in milliseconds, if it was: n8n has perhaps not begun to work on it
	 */
	add(id: string, start: number, passed = 0): void {
		this.times.set(fingerprintOfId(id), {
			start: Math.floor(start / PERIOD),
			passed: Math.floor(passed / PERIOD),
		});
	}

	/**
	 * Goes through those that n8n has perhaps not begun to work on.
	 *
	 * @param judge gets a fingerprint and when the fax was passed on, in milliseconds
	 * @returns the time, in milliseconds, from which on faxes are to be looked for that were lost, and are not known any more
	 */
	settle(judge: (fingerprint: string, passed: number) => 'begun' | 'lost' | 'open'): number {
		let from = Number.POSITIVE_INFINITY;
		for (const [fingerprint, times] of this.times) {
			const verdict = times.passed === 0 ? 'open' : judge(fingerprint, times.passed * PERIOD);
			if (verdict === 'begun') times.passed = 0;
			if (verdict !== 'lost') continue;
			this.times.delete(fingerprint);
			from = Math.min(from, times.start * PERIOD);
		}
		return from;
	}

	/**
	 * Forgets faxes that began before a time, but for those that are perhaps looked for again and what began later; then the
	 * oldest, until no more than so many characters are left, as JSON. The newest period always stays.
	 *
	 * @param time in milliseconds
	 * @returns the time, in milliseconds, from which on none was forgotten for want of room
	 */
	forget(time: number, characters: number): number {
		const newestFirst = [...this.times.values()].sort((a, b) => b.start - a.start || b.passed - a.passed);
		let room = characters;
		const tooOld = newestFirst.find(({ start, passed }, at) => {
			const before = newestFirst[at - 1];
			room -= LENGTH + (start === before?.start && passed === before.passed ? 0 : NAME_LENGTH);
			return room < 0 && start !== newestFirst[0]?.start;
		});
		const end = tooOld === undefined ? 0 : (tooOld.start + 1) * PERIOD;
		const open = newestFirst.filter(({ passed }) => passed > 0).map(({ start }) => start * PERIOD);
		const from = Math.max(end, Math.min(time, ...open));
		for (const [fingerprint, { start }] of this.times)
			if ((start + 1) * PERIOD <= from) this.times.delete(fingerprint);
		return end;
	}

	/** The form that static data takes. */
	toJSON(): PackedIds {
		const packed: PackedIds = {};
		for (const [fingerprint, { start, passed }] of this.times) {
			const name = [start, passed].map((one) => one.toString(36)).join(' ');
			packed[name] = (packed[name] ?? '') + fingerprint;
		}
		return packed;
	}
}

/** Stands for the id of a fax. */
export function fingerprintOfId(id: string): string {
	return createHash('sha256').update(id).digest('base64url').slice(0, LENGTH);
}

import { createHash } from 'node:crypto';

/** Fingerprints of ids, strung together, by the period that their faxes belong to. */
export type PackedIds = Record<string, string>;

/** Characters of a fingerprint, of 64 kinds: one fax in fifty thousand million looks like one of 5,000 that are known. */
const LENGTH = 8;

/** Of one period, in milliseconds. */
const PERIOD = 120_000;

/** Characters that a period takes beside its fingerprints, as JSON. */
const PERIOD_LENGTH = 12;

/**
 * Ids of faxes, by the time of the fax. Of each id it keeps a fingerprint of eight characters, because n8n stores what a
 * trigger remembers with every execution (2.8).
 */
export class FaxIds {
	/** The number of the period by fingerprint. */
	private readonly periods = new Map<string, number>();

	constructor(packed: PackedIds = {}) {
		for (const [period, fingerprints] of Object.entries(packed)) {
			for (let at = 0; at < fingerprints.length; at += LENGTH) {
				this.periods.set(fingerprints.slice(at, at + LENGTH), parseInt(period, 36));
			}
		}
	}

	get size(): number {
		return this.periods.size;
	}

	get fingerprints(): Iterable<string> {
		return this.periods.keys();
	}

	has(fingerprint: string): boolean {
		return this.periods.has(fingerprint);
	}

	/** @param time of the fax, in milliseconds */
	add(id: string, time: number): void {
		this.periods.set(shortFingerprintOf(id), Math.floor(time / PERIOD));
	}

	addAll(others: FaxIds): void {
		for (const [fingerprint, period] of others.periods) this.periods.set(fingerprint, period);
	}

	/** Divides off those that somebody else knows too. */
	takeOut(isKnown: (fingerprint: string) => boolean): FaxIds {
		const taken = new FaxIds();
		for (const [fingerprint, period] of this.periods) {
			if (!isKnown(fingerprint)) continue;
			this.periods.delete(fingerprint);
			taken.periods.set(fingerprint, period);
		}
		return taken;
	}

	/** Forgets faxes that are certain to be from before a time, in milliseconds. */
	dropBefore(time: number): void {
		for (const [fingerprint, period] of this.periods) {
			if ((period + 1) * PERIOD <= time) this.periods.delete(fingerprint);
		}
	}

	/**
	 * Forgets the oldest until the packed form has no more than so many characters. The newest period always stays.
	 *
	 * @returns the time, in milliseconds, from which on none was forgotten; undefined when none was
	 */
	shrinkTo(characters: number): number | undefined {
		let left = characters;
		const sizes = new Map<number, number>();
		for (const period of this.periods.values()) sizes.set(period, (sizes.get(period) ?? 0) + LENGTH);
		const newestFirst = [...sizes].sort(([a], [b]) => b - a);
		const tooOld = newestFirst.findIndex(
			([, size], index) => (left -= size + PERIOD_LENGTH) < 0 && index > 0,
		);
		if (tooOld === -1) return undefined;
		const end = ((newestFirst[tooOld]?.[0] ?? 0) + 1) * PERIOD;
		this.dropBefore(end);
		return end;
	}

	/** The form that static data takes. */
	packed(): PackedIds {
		const packed: PackedIds = {};
		for (const [fingerprint, period] of this.periods) {
			const name = period.toString(36);
			packed[name] = (packed[name] ?? '') + fingerprint;
		}
		return packed;
	}
}

/** Stands for the id of a fax. */
export function shortFingerprintOf(id: string): string {
	return createHash('sha256').update(id).digest('base64url').slice(0, LENGTH);
}

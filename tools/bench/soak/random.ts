import { createHash } from 'node:crypto';

/** Numbers that follow from a seed. */
export class Random {
	private drawn = 0;

	constructor(private readonly seed: string) {}

	/**
	 * The next number, from 0 up to but not including 1: a hash of the seed and a counter. By hand, as pure-rand's modules
	 * cannot be resolved with the project's compiler settings, and nothing here needs speed.
	 */
	next(): number {
		const hash = createHash('sha256').update(`${this.seed} ${this.drawn++}`).digest();
		return hash.readUInt32BE(0) / 2 ** 32;
	}

	/** A number between two others. */
	between(from: number, to: number): number {
		return from + this.next() * (to - from);
	}

	/** One of several. */
	pick<T>(choices: readonly [T, ...T[]]): T {
		return choices[Math.floor(this.next() * choices.length)] ?? choices[0];
	}
}

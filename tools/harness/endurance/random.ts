import { createHash } from 'node:crypto';

/** Pseudorandom numbers from a seed. */
export class Random {
	private drawn = 0;

	constructor(private readonly seed: string) {}

	/**
	 * The next number, from 0 up to but not including 1. It's a hash of the seed and a counter.
	 *
	 * It doesn't use pure-rand, because the project's compiler settings can't resolve its modules, and speed doesn't matter
	 * here.
	 */
	next(): number {
		const hash = createHash('sha256').update(`${this.seed} ${this.drawn++}`).digest();
		return hash.readUInt32BE(0) / 2 ** 32;
	}

	between(from: number, to: number): number {
		return from + this.next() * (to - from);
	}

	pick<T>(choices: readonly [T, ...T[]]): T {
		return choices[Math.floor(this.next() * choices.length)] ?? choices[0];
	}
}

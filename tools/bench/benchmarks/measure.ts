import type { Figures, Row } from '../figures/figures';

export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	const upper = sorted[middle] ?? NaN;
	return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** The value that a given share of the numbers doesn't exceed. For the 95th percentile, the share is 0.95. */
export function quantile(values: readonly number[], part: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.ceil(sorted.length * part) - 1] ?? NaN;
}

export async function timed(work: () => unknown): Promise<number> {
	const begun = performance.now();
	await work();
	return performance.now() - begun;
}

/**
 * Measures several sides in alternating order, so that other load on the machine affects all of them alike.
 *
 * @param rounds how often each side is measured, after a warm-up round that is ignored
 * @param firstRound 1 if no warm-up round is needed
 * @returns the figures of each side, by round
 */
export async function inTurn<Side extends string, Figure = number>(
	rounds: number,
	sides: Record<Side, () => Promise<Figure>>,
	firstRound = 0,
): Promise<Record<Side, Figure[]>> {
	const names = Object.keys(sides) as Side[];
	const figures = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Side, Figure[]>;
	for (let round = firstRound; round <= rounds; round++) {
		for (const name of round % 2 === 0 ? names : [...names].reverse()) {
			const figure = await sides[name]();
			if (round > 0) figures[name].push(figure);
		}
	}
	return figures;
}

/** The median of the round-by-round ratios between two sides. Within a round, both sides had the same conditions. */
export function medianRatio(figures: readonly number[], others: readonly number[]): number {
	return median(figures.map((figure, round) => figure / (others[round] ?? NaN)));
}

/** The result of a benchmark. */
export interface Measurement {
	/** What was measured, and the target. */
	title: string;
	options: Figures['options'];
	/** Exact versions of the software that the benchmark ran on. */
	versions: Figures['versions'];
	rows: Row[];
}

/** Versions for a benchmark that doesn't use n8n. */
export const withoutN8n = { node: process.versions.node };

/** Rounds a number to three significant digits, which are enough for a reader. */
export function rounded(value: number): number {
	return Number(value.toPrecision(3));
}

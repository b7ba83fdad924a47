import type { Figures, Row } from '../figures/figures';

/** The middle one of some numbers. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	const upper = sorted[middle] ?? NaN;
	return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** The value that so large a part of some numbers does not exceed: 0.95 for the 95th percentile. */
export function quantile(values: readonly number[], part: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.ceil(sorted.length * part) - 1] ?? NaN;
}

/** How long something took, in milliseconds. */
export async function timed(work: () => unknown): Promise<number> {
	const begun = performance.now();
	await work();
	return performance.now() - begun;
}

/**
 * Measures several sides in turn, to and fro, so that whatever else the machine does hits all of them alike.
 *
 * @param rounds how often each side is measured, after one round that does not count
 * @param firstRound 1 where no such round is needed
 * @returns each side's figures, by round
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

/** The median of what one side's figure is to the other's, round by round: the two had the same machine. */
export function medianRatio(figures: readonly number[], others: readonly number[]): number {
	return median(figures.map((figure, round) => figure / (others[round] ?? NaN)));
}

/** What a benchmark has found out. */
export interface Measurement {
	/** What was measured, and what is aimed at. */
	title: string;
	/** The size of the run. */
	options: Figures['options'];
	/** Exact versions of what it ran on. */
	versions: Figures['versions'];
	rows: Row[];
}

/** Versions where no n8n takes part. */
export const withoutN8n = { node: process.versions.node };

/** A number with as many decimals as make sense when reading it. */
export function rounded(value: number): number {
	return Number(value.toPrecision(3));
}

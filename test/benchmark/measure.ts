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
 * Measures several sides in turn, so that whatever else the machine does hits all of them alike.
 *
 * @param rounds how often each side is measured, after one round that does not count
 * @returns the median of each side's figures
 */
export async function inTurn<Side extends string>(
	rounds: number,
	sides: Record<Side, () => Promise<number>>,
): Promise<Record<Side, number>> {
	const names = Object.keys(sides) as Side[];
	const figures = new Map<Side, number[]>(names.map((name) => [name, []]));
	for (let round = 0; round <= rounds; round++) {
		for (const name of names) {
			const figure = await sides[name]();
			if (round > 0) figures.get(name)?.push(figure);
		}
	}
	return Object.fromEntries(names.map((name) => [name, median(figures.get(name) ?? [])])) as Record<
		Side,
		number
	>;
}

/** Prints one table, its first column being the ratio that counts. */
export function printTable(title: string, rows: Array<Record<string, string | number>>): void {
	console.log(`\n${title}`);
	console.table(rows);
}

/** A number with as many decimals as make sense when reading it. */
export function rounded(value: number): number {
	return Number(value.toPrecision(3));
}

import { saveFigures, type Row } from '../../../tools/bench/figures/figures';
import type { FiguresName } from '../../../tools/bench/figures/names';

/** Rows of figures, by name. */
export type Figures = Record<string, number | string>;

const scenarios = new Map<string, Figures>();

/** Keeps the figures of a scenario for `report`. */
export function note(scenario: string, figures: Figures): void {
	scenarios.set(scenario, { ...scenarios.get(scenario), ...figures });
}

/**
 * Prints all figures as one table, with a column for each scenario. With `FIGURES=1`, also saves them for `npm run
 * figures`.
 */
export function report(name: FiguresName, about: { options: Row; versions: Record<string, string> }): void {
	const names = [...new Set([...scenarios.values()].flatMap((figures) => Object.keys(figures)))];
	const rows = names.map((figure) => ({
		'': figure,
		...Object.fromEntries([...scenarios].map(([scenario, figures]) => [scenario, figures[figure] ?? ''])),
	}));
	console.log(name, about);
	console.table(rows);
	if (process.env['FIGURES'] === '1') saveFigures(name, { ...about, rows });
	scenarios.clear();
}

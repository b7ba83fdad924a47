import { saveFigures, type Row } from '../../../bench/figures/figures';
import type { FiguresName } from '../../../bench/figures/names';
import type { Ledger } from './ledger';
import type { StreamResult } from './stream';

/** Rows of figures, by name. */
export type Figures = Record<string, number | string>;

const scenarios = new Map<string, Figures>();

/** Keeps the figures of a scenario for `printReport`. */
export function note(scenario: string, figures: Figures): void {
	scenarios.set(scenario, { ...scenarios.get(scenario), ...figures });
}

/**
 * Prints what has been noted as one table, a column for each scenario. Where `FIGURES=1` asks for it, `npm run figures` finds
 * it as well.
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

/** The figures of a stream of deliveries. */
export function figuresOf({ duration, repeated, copies }: StreamResult, ledger: Ledger): Figures {
	return {
		deliveries: ledger.deliveries,
		'a second': (ledger.deliveries / (duration / 1000)).toFixed(1),
		'delivered again': repeated,
		copies,
		attempts: ledger.attempts,
		executions: ledger.executions,
		'passed in exactly one execution': ledger.passedOnce,
		'never accepted': ledger.deliveries - ledger.accepted,
		lost: ledger.lost.length,
		'lost in crashed or failed executions': ledger.lostWithExecution.length,
		'passed twice': ledger.twice.length,
		'executions marked crashed': ledger.crashed.length,
		'executions given up by n8n, without their data': ledger.givenUp.length,
		'executions failed': ledger.failed.length,
	};
}

import { accountOf, type Circumstances } from '../soak/report';
import type { Moment } from '../soak/moments';
import { soakNames } from '../soak/options';
import type { Outcome } from '../soak/soak';
import { readJson, type Figures, type Row } from './figures';

/** Format in which a soak saves its results: the outcome of the run, and n8n's memory at some moments. */
interface SoakResult extends Circumstances {
	figures: Outcome;
}

/** The results of the latest soaks, as two tables each. A soak that has saved none is left out. */
export function readSoaks(): Figures[] {
	return Object.values(soakNames).flatMap((name) => {
		const result = readJson(name) as SoakResult | undefined;
		if (!result) return [];
		const { date, machine, versions, options, figures } = result;
		const about = { date, machine, versions, options: { ...options } };
		return [
			{ ...about, name, rows: rowsOf(figures) },
			{ ...about, name: `${name}Moments`, rows: momentsOf(figures.moments) },
		];
	});
}

function rowsOf(outcome: Outcome): Row[] {
	return Object.entries(accountOf(outcome)).flatMap(([what, counts]) =>
		Object.entries(counts).map(([name, count]) => ({ '': `${what}: ${name}`, count })),
	);
}

/** Turns figures that exist for each process into a column for each. */
function momentsOf(moments: Outcome['moments']): Row[] {
	return moments.map((moment) =>
		Object.fromEntries(
			Object.entries<Moment[keyof Moment]>({ ...moment }).flatMap(([name, value]) =>
				typeof value === 'object'
					? Object.entries(value).map(([process, part]) => [`${name}, ${process}`, part])
					: [[name, value]],
			),
		),
	);
}

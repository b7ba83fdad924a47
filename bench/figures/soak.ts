import type { Circumstances } from '../soak/report';
import type { Moment } from '../soak/moments';
import { soakNames } from '../soak/options';
import type { Outcome } from '../soak/soak';
import { countsOf } from '../soak/verdicts';
import { readJson, type Figures, type Row } from './figures';

/** The soak's own form of a result: what became of all, and what n8n took at some moments. */
interface SoakResult extends Circumstances {
	figures: Outcome;
}

/** The results of the last soaks, as two tables each; none where there was none in this folder. */
export function readSoaks(): Figures[] {
	return Object.values(soakNames).flatMap((name) => {
		const result = readJson(name) as SoakResult | undefined;
		if (!result) return [];
		const { date, machine, versions, options, figures } = result;
		const about = { date, machine, versions, options: { ...options } };
		return [
			{ ...about, name, rows: accountOf(figures) },
			{ ...about, name: `${name}Moments`, rows: momentsOf(figures.moments) },
		];
	});
}

function accountOf({ deliveries, faxes, sends, faults, executions }: Outcome): Row[] {
	const counts = {
		...withPrefix('deliveries', countsOf(deliveries)),
		...withPrefix('polled faxes', countsOf(faxes)),
		...withPrefix('sends', {
			'sent once, and told so': sends.sent,
			'not sent, and told so': sends.notSent,
			'told that nobody knows, and sent once': sends.unknown.sent,
			'told that nobody knows, and not sent': sends.unknown.notSent,
			'told nothing, as n8n was killed': sends.silent.length,
			'sent twice': sends.twice.length,
			'against what was told': sends.sentAgainstWord.length + sends.missing.length,
		}),
		...withPrefix('faults', faults),
		...withPrefix('executions', executions),
	};
	return Object.entries(counts).map(([name, count]) => ({ '': name, count }));
}

function withPrefix(prefix: string, counts: Record<string, number>): Record<string, number> {
	return Object.fromEntries(Object.entries(counts).map(([name, count]) => [`${prefix}: ${name}`, count]));
}

/** Numbers by process become a column each. */
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

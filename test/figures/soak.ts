import { readJson, type Figures, type Row } from './figures';

/** What became of deliveries, or of polled faxes. */
interface Verdict {
	passedOnce: number;
	afterRetry: string[];
	neverAccepted: string[];
	lost: string[];
	twice: Array<{ excuse?: string }>;
}

/** The soak's own form of a result: what became of all, and what n8n took at some moments. */
interface SoakResult extends Pick<Figures, 'date' | 'options' | 'versions'> {
	machine: { cores: number; memory: string; os: string };
	figures: {
		minutes: number;
		deliveries: Verdict;
		faxes: Verdict;
		sends: {
			sent: number;
			notSent: number;
			unknown: { sent: number; notSent: number };
			silent: unknown[];
			twice: string[];
			sentAgainstWord: string[];
			missing: string[];
		};
		faults: Record<string, number>;
		executions: Record<string, number>;
		moments: Array<Record<string, string | number | Record<string, number>>>;
	};
}

/** The last soak's result as two tables; none where there was none in this folder. */
export function readSoak(): Partial<Record<'soak' | 'soakMoments', Figures>> {
	const result = readJson('soak') as SoakResult | undefined;
	if (!result) return {};
	const { machine, figures } = result;
	const about = {
		...result,
		machine: { cores: machine.cores, memoryGiB: Number.parseInt(machine.memory, 10), os: machine.os },
	};
	return {
		soak: { ...about, name: 'soak', rows: accountOf(figures) },
		soakMoments: { ...about, name: 'soakMoments', rows: momentsOf(figures.moments) },
	};
}

function accountOf({ deliveries, faxes, sends, faults, executions }: SoakResult['figures']): Row[] {
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

function countsOf({ passedOnce, afterRetry, neverAccepted, lost, twice }: Verdict): Record<string, number> {
	const excused = twice.filter(({ excuse }) => excuse !== undefined).length;
	return {
		'passed once': passedOnce,
		'of these after Retry': afterRetry.length,
		'never accepted': neverAccepted.length,
		lost: lost.length,
		'passed twice, in flight during a fault': excused,
		'passed twice otherwise': twice.length - excused,
	};
}

function withPrefix(prefix: string, counts: Record<string, number>): Record<string, number> {
	return Object.fromEntries(Object.entries(counts).map(([name, count]) => [`${prefix}: ${name}`, count]));
}

/** Numbers by process become a column each. */
function momentsOf(moments: SoakResult['figures']['moments']): Row[] {
	return moments.map((moment) =>
		Object.fromEntries(
			Object.entries(moment).flatMap(([name, value]) =>
				typeof value === 'object'
					? Object.entries(value).map(([process, part]) => [`${name}, ${process}`, part])
					: [[name, value]],
			),
		),
	);
}

import type { Figures, Row } from './figures';

/** Figures as a Markdown table, followed by a line about when and where they were measured. */
export function tableOf({ date, machine, versions, options, rows }: Figures): string {
	const heads = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	const cells = rows.map((row) => heads.map((head) => textOf(row[head])));
	const { cores, memoryGiB, os, load } = machine;
	const facts = [
		date.slice(0, 10),
		...named(options),
		...named(versions),
		`${cores} cores`,
		`${memoryGiB} GiB`,
		os,
		...(load === undefined ? [] : [`load ${load}`]),
	];
	const rule = heads.map((_head, at) => (cells.every((row) => isNumber(row[at] ?? '')) ? '---:' : '---'));
	const table = [heads, rule, ...cells].map((row) => `| ${row.join(' | ')} |`);
	return `${table.join('\n')}\n\n${facts.join(', ')}.`;
}

function named(facts: Row): string[] {
	return Object.entries(facts).map(([name, fact]) => `${name} ${textOf(fact)}`);
}

function textOf(value: string | number | undefined): string {
	return typeof value === 'number'
		? value.toLocaleString('en', { maximumFractionDigits: 20 })
		: (value ?? '');
}

function isNumber(text: string): boolean {
	return /^[\d.,]*$/.test(text);
}

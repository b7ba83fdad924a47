import type { Finding } from './finding';

/** A finding, and what it is about. */
export interface Found extends Finding {
	check: string;
}

/**
 * The findings as Markdown to be pasted into a bug report: nothing of the account stands there. `--as` of the simulator reads
 * the settings in it.
 */
export function reportOf(found: readonly Found[]): string {
	const rows = found.map(({ check, ok, shared, settings = {} }) => [
		check,
		ok === null ? 'not told' : ok ? 'yes' : 'no',
		shared,
		Object.entries(settings)
			.map(([name, value]) => `\`${name}: ${JSON.stringify(value)}\``)
			.join(' '),
	]);
	const table = [['Check', 'OK', 'Finding', 'Setting'], Array<string>(4).fill('---'), ...rows];
	return [
		'# Account: Check of n8n-nodes-faxplus',
		'',
		...table.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`),
		'',
	].join('\n');
}

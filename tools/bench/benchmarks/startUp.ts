import { execFileSync } from 'node:child_process';
import path from 'node:path';

import { median, rounded, withoutN8n, type Measurement } from './measure';

const ROUNDS = 15;
const root = path.join(__dirname, '..', '..', '..');

/** How much the package's modules add to the start of n8n, measured in a process that has already loaded n8n-workflow. */
export function startUp(rounds = ROUNDS): Measurement {
	const script = `
		require('n8n-workflow');
		const { n8n } = require('./package.json');
		const begun = performance.now();
		for (const file of [...n8n.nodes, ...n8n.credentials]) {
			const loaded = require('./' + file);
			new (Object.values(loaded)[0])();
		}
		console.log(performance.now() - begun);`;
	const times = Array.from({ length: rounds }, () =>
		Number(execFileSync(process.execPath, ['-e', script], { cwd: root, encoding: 'utf8' })),
	);
	return {
		title: `Loading the package (less than 50 ms; median of ${rounds} processes)`,
		options: { processes: rounds },
		versions: withoutN8n,
		rows: [{ 'median ms': rounded(median(times)), 'slowest ms': rounded(Math.max(...times)) }],
	};
}

import { parseArgs } from 'node:util';

import { saveFigures, thisMachine } from '../figures/figures';
import { benchmarkNames } from '../figures/names';
import { benchmarks } from './all';
/**
 * Runs the named benchmarks, or all of them. An example is `npm run bench -- verification store`. `--rounds 2` gives a quick
 * result.
 */
async function main(): Promise<void> {
	const { values, positionals: given } = parseArgs({
		allowPositionals: true,
		options: { rounds: { type: 'string' }, help: { type: 'boolean', default: false } },
	});
	if (values.help) {
		console.log(benchmarkNames.join('\n'));
		return;
	}
	const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
	const names = benchmarkNames.filter((name) => given.length === 0 || given.includes(name));
	const unknown = given.filter((name) => !names.some((existing) => existing === name));
	if (unknown.length > 0) {
		throw new Error(`There is no benchmark ${unknown.join(', ')}. There are: ${benchmarkNames.join(', ')}`);
	}
	for (const name of names) {
		console.log(`\n== ${name} ==`);
		// Describes the machine before the benchmark adds to its load.
		const machine = thisMachine();
		const { title, ...measured } = await benchmarks[name](rounds);
		console.log(`\n${title}`);
		console.table(measured.rows);
		saveFigures(name, { machine, ...measured });
	}
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});

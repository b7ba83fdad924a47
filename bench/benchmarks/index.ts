import { parseArgs } from 'node:util';

import { saveFigures } from '../figures/figures';
import { thisMachine } from '../figures/machine';
import type { BenchmarkName } from '../figures/names';
import { benchmarkNames } from '../figures/names';
import { deliveries, deliveriesByDefault, queueDeliveries } from './deliveries';
import { eventFiles } from './eventFiles';
import { downloads, thumbnails } from './files';
import { idleTriggers } from './idleTriggers';
import { items } from './items';
import { lists } from './lists';
import { manyItems, manyItemsHeld } from './manyItems';
import type { Measurement } from './measure';
import { polls, pollsByDefault } from './polls';
import { reads } from './reads';
import { refusals } from './refusals';
import { largeFax, sends } from './sends';
import { startUp } from './startUp';
import { store } from './store';
import { verification } from './verification';

const benchmarks: Record<BenchmarkName, (rounds?: number) => Measurement | Promise<Measurement>> = {
	verification,
	startUp,
	idleTriggers,
	reads,
	items,
	manyItems,
	manyItemsHeld,
	lists,
	thumbnails,
	downloads,
	sends,
	largeFax,
	polls,
	pollsByDefault,
	refusals,
	store,
	deliveries,
	deliveriesByDefault,
	queueDeliveries,
	eventFiles,
};

/** Runs the benchmarks that are named, or all: `npm run bench -- verification store`; `--rounds 2` for a first look. */
async function main(): Promise<void> {
	const { values, positionals: given } = parseArgs({
		allowPositionals: true,
		options: { rounds: { type: 'string' } },
	});
	const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
	const names = benchmarkNames.filter((name) => given.length === 0 || given.includes(name));
	const unknown = given.filter((name) => !names.some((known) => known === name));
	if (unknown.length > 0) {
		throw new Error(`There is no benchmark ${unknown.join(', ')}. There are: ${benchmarkNames.join(', ')}`);
	}
	for (const name of names) {
		console.log(`\n== ${name} ==`);
		// As it is before the benchmark adds to its load.
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

import { readJson, type Figures } from './figures';
import { savedNames } from './names';
import { readSoaks } from './soak';
import { tableOf } from './table';

/** Prints the latest measurements in this folder, as a Markdown table for each benchmark. Pages that name figures use them. */
function main(): void {
	const saved = savedNames.flatMap((name) => (readJson(name) as Figures | undefined) ?? []);
	const all = [...saved, ...readSoaks()];
	for (const figures of all) console.log(`${figures.name}:\n\n${tableOf(figures)}\n`);
	if (all.length === 0) console.log('Nothing was measured in this folder yet: run `npm run bench`.');
}

main();

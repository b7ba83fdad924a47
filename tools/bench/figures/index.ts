import { readJson, type Figures } from './figures';
import { savedNames } from './names';
import { readSoaks } from './soak';
import { tableOf } from './table';

/** Shows what was measured last in this folder, a table in Markdown for each benchmark, for the pages that name figures. */
function main(): void {
	const saved = savedNames.flatMap((name) => (readJson(name) as Figures | undefined) ?? []);
	const all = [...saved, ...readSoaks()];
	for (const figures of all) console.log(`${figures.name}:\n\n${tableOf(figures)}\n`);
	if (all.length === 0) console.log('Nothing was measured in this folder yet: run `npm run bench`.');
}

main();

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../../harness/folders';
import { replaceBlocks } from './blocks';
import { readJson, type Figures } from './figures';
import { figuresNames, savedNames } from './names';
import { readSoaks } from './soak';
import { tableOf } from './table';

const document = 'docs/performance.md';

/** Puts what was measured into the document, and shows what has no place there; what was not measured stays as it is. */
function main(): void {
	const saved = savedNames.flatMap((name) => (readJson(name) as Figures | undefined) ?? []);
	const tables = new Map([...saved, ...readSoaks()].map((figures) => [figures.name, tableOf(figures)]));
	const put = new Set<string>();
	const file = join(projectRoot, document);
	const text = replaceBlocks(readFileSync(file, 'utf8'), figuresNames, (name) => {
		if (tables.has(name)) put.add(name);
		return tables.get(name);
	});
	writeFileSync(file, text);
	for (const [name, table] of tables) if (!put.has(name)) console.log(`${name}:\n\n${table}\n`);
	console.log(`Put into ${document}: ${[...put].join(', ') || 'nothing'}`);
}

main();

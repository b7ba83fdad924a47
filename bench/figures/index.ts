import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../../harness/folders';
import { replaceBlocks } from './blocks';
import type { Figures } from './figures';
import { readJson } from './figures';
import { figuresNames, savedNames } from './names';
import { readSoaks } from './soak';
import { tableOf } from './table';

const documents = ['docs/performance.md', 'docs/reliability.md'];

/** Puts what benchmarks and tests have measured into the documents; what has not been measured stays as it is. */
function main(): void {
	const saved = savedNames.flatMap((name) => (readJson(name) as Figures | undefined) ?? []);
	const tables = new Map([...saved, ...readSoaks()].map((figures) => [figures.name, tableOf(figures)]));
	for (const document of documents) {
		const file = join(projectRoot, document);
		const text = readFileSync(file, 'utf8');
		writeFileSync(
			file,
			replaceBlocks(text, figuresNames, (name) => tables.get(name)),
		);
	}
	console.log(`Put into ${documents.join(' and ')}: ${[...tables.keys()].join(', ') || 'nothing'}`);
}

main();

/** `npm run build`: compiles the package into dist/, and writes what follows from the operations' objects. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { operationsText, outputSchema, readmeText } from './build/generated.js';

// Nothing of an earlier build may be packed.
rmSync('dist', { recursive: true, force: true });
// Icons stand beside nodes/ and credentials/, so that both refer to one file.
cpSync('icons', 'dist/icons', { recursive: true });
// Codex files, and the output schemas of triggers, belong to the node in whose folder they lie.
cpSync('nodes', 'dist/nodes', {
	recursive: true,
	filter: (source) => statSync(source).isDirectory() || source.endsWith('.json'),
});
// Before anything is compiled: an operation is known as soon as its file exists.
replace('nodes/FaxPlus/resources/operations.ts', operationsText());
const require = createRequire(import.meta.url);
const { status } = spawnSync(process.execPath, [require.resolve('typescript/bin/tsc')], { stdio: 'inherit' });
process.exitCode = status ?? 1;
if (status === 0) writeWhatFollows(require('./dist/nodes/FaxPlus/resources').resources);

/** The operations' output schemas, where n8n looks for them, and the README's table. */
function writeWhatFollows(resources) {
	for (const { value, operations } of resources) {
		const folder = `dist/nodes/FaxPlus/__schema__/v1.0.0/${value}`;
		mkdirSync(folder, { recursive: true });
		for (const operation of operations)
			writeFileSync(`${folder}/${operation.value}.json`, JSON.stringify(outputSchema(operation)));
	}
	replace('README.md', readmeText(readFileSync('README.md', 'utf8'), resources));
}

/** A file that stays as it is keeps its time, because others would start again. */
function replace(path, text) {
	if (readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}

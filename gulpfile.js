// `npm run build`: compiles the package into dist/, and writes what follows from the operations' objects.
const { spawn } = require('node:child_process');
const { readFileSync, writeFileSync } = require('node:fs');
const { mkdir, rm, writeFile } = require('node:fs/promises');
const { dest, parallel, series, src } = require('gulp');

const { dialPlansText } = require('./build/dialPlans');
const { operationsText, outputSchema, readmeText } = require('./build/generated');

/** Nothing of an earlier build may be packed. */
async function clean() {
	await rm('dist', { recursive: true, force: true });
}

/** Icons stand beside nodes/ and credentials/, so that both refer to one file. */
function icons() {
	return src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
}

/** Codex files, and the output schemas of triggers, belong to the node in whose folder they lie. */
function nodeData() {
	return src('nodes/**/*.json').pipe(dest('dist/nodes'));
}

/** Before anything is compiled: an operation is known as soon as its file exists. */
async function sources() {
	replace('nodes/FaxPlus/resources/operations.ts', operationsText());
	replace('nodes/shared/values/dialPlans.json', dialPlansText());
}

function compile() {
	return spawn(process.execPath, [require.resolve('typescript/bin/tsc')], { stdio: 'inherit' });
}

/** The operations' output schemas, where n8n looks for them. */
async function schemas() {
	for (const { value, operations } of compiledResources()) {
		const folder = `dist/nodes/FaxPlus/__schema__/v1.0.0/${value}`;
		await mkdir(folder, { recursive: true });
		for (const operation of operations)
			await writeFile(`${folder}/${operation.value}.json`, JSON.stringify(outputSchema(operation)));
	}
}

/** The README's table of operations. */
async function readme() {
	replace('README.md', readmeText(readFileSync('README.md', 'utf8'), compiledResources()));
}

function compiledResources() {
	return require('./dist/nodes/FaxPlus/resources').resources;
}

/** A file that stays as it is keeps its time, because others would start again. */
function replace(path, text) {
	if (readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}

exports.default = series(clean, sources, parallel(icons, nodeData, compile), parallel(schemas, readme));

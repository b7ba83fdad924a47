// `npm run build` compiles the package into dist/ and changes nothing else. `npm run generate` writes the files of the repository
// that are generated from others, and a test fails when they're out of date.
const { spawn } = require('node:child_process');
const { readFileSync, writeFileSync } = require('node:fs');
const { mkdir, rm, writeFile } = require('node:fs/promises');
const { dest, parallel, series, src } = require('gulp');

const { dialPlansText } = require('./tools/build/dialPlans');
const { documents, documentText } = require('./tools/build/fieldTables');
const { noticesText } = require('./tools/build/notices');
const { operationsText, outputSchema, outputSchemas, versionText } = require('./tools/build/generated');
const { SURFACE, surfaceLines, surfaceText } = require('./tools/build/surface');

/** Removes files of an earlier build, so that they don't end up in the package. */
async function clean() {
	await rm('dist', { recursive: true, force: true });
}

/** Icons are outside nodes/ and credentials/, so that both can refer to one file. */
function icons() {
	return src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
}

/** n8n expects codex files and the triggers' output schemas in the folder of their node. */
function nodeData() {
	return src('nodes/**/*.json').pipe(dest('dist/nodes'));
}

/** The licenses require that their text is included. */
async function notices() {
	await mkdir('dist', { recursive: true });
	await writeFile('dist/THIRD_PARTY_NOTICES.txt', noticesText());
}

/** Generates files for the source code: the operations, the dialing rules of each country, and the package's version. */
async function sources() {
	writeFileSync('nodes/FaxPlus/resources/operations.ts', operationsText());
	writeFileSync('nodes/shared/values/dialPlans.json', dialPlansText());
	writeFileSync('nodes/shared/version.ts', versionText(require('./package.json').version));
}

function compile() {
	return spawn(process.execPath, [require.resolve('typescript/bin/tsc')], { stdio: 'inherit' });
}

/** Writes the operations' output schemas to where n8n looks for them. */
async function schemas() {
	for (const { value, operations } of compiledResources()) {
		const folder = `dist/nodes/FaxPlus/__schema__/v1.0.0/${value}`;
		await mkdir(folder, { recursive: true });
		for (const operation of operations)
			await writeFile(`${folder}/${operation.value}.json`, JSON.stringify(outputSchema(operation)));
	}
}

function nodeIn(name) {
	return new (require(`./dist/nodes/${name}/${name}.node`)[name])().description;
}

function credentialIn(name) {
	return new (require(`./dist/credentials/${name}.credentials`)[name])();
}

/** Writes the tables of operations and fields into the docs. */
async function tables() {
	const nodes = {
		action: nodeIn('FaxPlus'),
		trigger: nodeIn('FaxPlusTrigger'),
		pollingTrigger: nodeIn('FaxPlusPollingTrigger'),
	};
	for (const file of documents)
		writeFileSync(file, documentText(readFileSync(file, 'utf8'), nodes, compiledResources()));
}

/** Records what saved workflows depend on, and fails if something that was recorded is missing. */
async function surface() {
	const trigger = require('./dist/nodes/FaxPlusTrigger/__schema__/v2.0.0.json');
	const pollingTrigger = require('./dist/nodes/FaxPlusPollingTrigger/__schema__/v1.0.0.json');
	const lines = surfaceLines({
		nodes: ['FaxPlus', 'FaxPlusTrigger', 'FaxPlusPollingTrigger'].map(nodeIn),
		credentials: ['FaxPlusApi', 'FaxPlusOAuth2Api', 'FaxPlusWebhookSecretApi'].map(credentialIn),
		outputs: { ...outputSchemas(compiledResources()), trigger, pollingTrigger },
	});
	try {
		writeFileSync(SURFACE, surfaceText(readFileSync(SURFACE, 'utf8'), lines));
	} catch (error) {
		// With `--silent`, gulp doesn't show the error.
		console.error(error.message);
		throw error;
	}
}

function compiledResources() {
	return require('./dist/nodes/FaxPlus/resources').resources;
}

const build = series(clean, parallel(icons, nodeData, notices, compile), schemas);

exports.default = build;
exports.generate = series(sources, build, tables, surface);

/**
 * Builds, checks and tests the package, starting from a fresh clone:
 *
 * node test/run.mjs [suite ...] [--long] [--n8n VERSION ...] [--only PATTERN] [--strict]
 *
 * Without a suite, it runs the type check, the linter and all suites that this machine supports. Whatever fails fastest
 * runs first. It reports what it leaves out, and why.
 *
 * `--pictures` takes the pictures in the docs again. `--long` includes the files that take long or disturb others. `--only`
 * selects the files whose path matches. `--strict` turns a suite that can't run here into a failure.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureDependencies } from '../tools/harness/dependencies.mjs';
import { jestStep, suites } from './runner/suites.mjs';
import { folders, root, Steps } from './runner/steps.mjs';
import { summarise } from './runner/summary.mjs';

/** Time limits of a run. They end a usual run before CI's own limit does. */
const LIMIT_MINUTES = { usual: 110, long: 220 };

const { values: options, positionals: named } = parseArgs({
	allowPositionals: true,
	options: {
		long: { type: 'boolean', default: false },
		n8n: { type: 'string', multiple: true, default: ['2.41'] },
		only: { type: 'string' },
		pictures: { type: 'boolean', default: false },
		strict: { type: 'boolean', default: false },
	},
});
if (options.pictures) {
	process.env.PICTURES = '1';
	options.only = 'browser/pictures';
	options.long = true;
}
const unknown = named.filter((name) => !(name in suites));
if (unknown.length > 0) {
	console.error(`There is no suite ${unknown.join(', ')}. There are: ${Object.keys(suites).join(', ')}.`);
	process.exit(2);
}

ensureDependencies(root, console.log);
for (const folder of Object.values(folders)) {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
}

const leftOut = [];
const cannotRun = [];
const names = (named.length > 0 ? named : Object.keys(suites)).filter((name) => {
	const reason = suites[name].missing?.();
	if (reason === undefined) return true;
	const isFailure = options.strict || named.includes(name);
	(isFailure ? cannotRun : leftOut).push(`${name}: ${reason}`);
	return false;
});
if (!options.long) leftOut.push(...longFilesOf(names));

const steps = new Steps(LIMIT_MINUTES[options.long ? 'long' : 'usual']);
const withN8n = names.filter((name) => suites[name].usesN8n);
if (await steps.run('build', ['npm', 'run', '--silent', 'build'])) {
	// Installing and running n8n involve a lot of waiting. That leaves processor time for these steps.
	const [versions] = await Promise.all([installed(), typesAndLint(), own('unit')]);
	await Promise.all([realThings(versions), own('contract')]);
}
steps.end();

summarise({ steps, leftOut, cannotRun });

/** Packs the package and installs each missing n8n version. Returns the versions, without those that failed to install. */
async function installed() {
	if (withN8n.length === 0) return [];
	const pack = ['npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', folders.packed];
	if (!(await steps.run('pack', pack))) return [];
	const versions = [];
	const install = [process.execPath, 'node_modules/tsx/dist/cli.mjs', 'tools/harness/n8n/install.ts'];
	for (const version of suitesByVersion().keys())
		if (await steps.run(`install n8n ${version}`, [...install, version])) versions.push(version);
	return versions;
}

async function realThings(versions) {
	for (const [version, suitesOfIt] of suitesByVersion())
		if (versions.includes(version)) await steps.run(...jestStep(suitesOfIt, { ...options, version }));
}

/**
 * Which suites run with which n8n version. By default that's the first one requested, unless a suite uses all of them or needs a
 * specific one.
 */
function suitesByVersion() {
	const byVersion = new Map();
	for (const name of withN8n) {
		const { versionsOf = ([first]) => [first] } = suites[name];
		for (const version of versionsOf(options.n8n))
			byVersion.set(version, [...(byVersion.get(version) ?? []), name]);
	}
	return byVersion;
}

async function typesAndLint() {
	if (named.length > 0) return;
	await steps.run('types', ['npm', 'run', '--silent', 'types']);
	await steps.run('lint', ['npm', 'run', '--silent', 'lint']);
}

async function own(name) {
	if (names.includes(name)) await steps.run(...jestStep([name], options));
}

/** How many files run only with `--long`. */
function longFilesOf(suiteNames) {
	const counts = suiteNames.flatMap((name) => {
		const files = readdirSync(join(root, 'test', name), { recursive: true, encoding: 'utf8' });
		const count = files.filter((file) => file.endsWith('.long.test.ts')).length;
		return count === 0 ? [] : [`${name} ${count}`];
	});
	return counts.length === 0 ? [] : [`long files (npm run test:all): ${counts.join(', ')}`];
}

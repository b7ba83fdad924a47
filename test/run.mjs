/**
 * Builds, checks and tests, from a fresh clone on:
 *
 *     node test/run.mjs [suite ...] [--long] [--n8n VERSION ...] [--only PATTERN] [--strict]
 *
 * Without a suite: lint, types, and all suites that this machine can run. It says what it leaves out, and why.
 * `--pictures` makes the pictures of the documents anew.
 * `--long`: the files that take long or disturb others, too. `--only`: the files whose path matches. `--strict`: a suite
 * that cannot run here is a failure.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureDependencies } from '../tools/harness/dependencies.mjs';
import { jestStep, suites } from './runner/suites.mjs';
import { folders, root, Steps } from './runner/steps.mjs';
import { summarise } from './runner/summary.mjs';

/** A usual run ends before CI's workflows give up on it. */
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
const without = names.filter((name) => !suites[name].usesN8n);
if (await steps.run('build', ['npm', 'run', '--silent', 'build']))
	await Promise.all([realThings(), ownCode()]);
steps.end();

summarise({ steps, leftOut, cannotRun });

/** What starts an n8n: it waits more than it works, so what only works runs beside it. */
async function realThings() {
	if (withN8n.length === 0) return;
	const pack = ['npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', folders.packed];
	if (!(await steps.run('pack', pack))) return;
	for (const [version, suitesOfIt] of suitesByVersion()) {
		const install = [
			process.execPath,
			'node_modules/tsx/dist/cli.mjs',
			'tools/harness/n8n/install.ts',
			version,
		];
		if (!(await steps.run(`install n8n ${version}`, install))) continue;
		await steps.run(...jestStep(suitesOfIt, { ...options, version }));
	}
}

/** Which suites run with which n8n: the first that is asked for, unless a suite takes all of them, or knows only one. */
function suitesByVersion() {
	const byVersion = new Map();
	for (const name of withN8n) {
		const { versionsOf = ([first]) => [first] } = suites[name];
		for (const version of versionsOf(options.n8n))
			byVersion.set(version, [...(byVersion.get(version) ?? []), name]);
	}
	return byVersion;
}

async function ownCode() {
	if (named.length === 0) {
		await steps.run('types', ['npm', 'run', '--silent', 'types']);
		await steps.run('lint', ['npm', 'run', '--silent', 'lint']);
	}
	if (without.length > 0) await steps.run(...jestStep(without, options));
}

/** How many files of each suite only run with `--long`. */
function longFilesOf(suiteNames) {
	return suiteNames.flatMap((name) => {
		const files = readdirSync(join(root, 'test', name), { recursive: true, encoding: 'utf8' });
		const count = files.filter((file) => file.endsWith('.long.test.ts')).length;
		return count === 0 ? [] : [`${name}: ${count} long ${count === 1 ? 'file' : 'files'} (npm run test:all)`];
	});
}

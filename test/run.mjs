/**
 * Builds, checks and tests everything, from a fresh clone on:
 *
 *     node test/run.mjs [suite ...] [--n8n VERSION ...]
 *
 * Without a suite: the checks and all suites that this machine can run; it says which it leaves out, and why. With `--all`
 * a suite that cannot run is a failure.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, createWriteStream } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureDependencies } from '../harness/dependencies.mjs';
import { findChromium, missingQueueServers } from '../harness/programs.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const resultsFolder = join(root, '.cache', 'test-results');
const tarballFolder = join(root, '.cache', 'packed');
/** Folders in which an n8n with the package was started once; see `harness/n8n/preparedFolder.ts`. */
const preparedFolder = join(root, '.cache', 'prepared');
const started = Date.now();
const HEARTBEAT_MS = 30_000;
// The queue suite in its full size takes longer than a usual run may.
const STEP_LIMIT_MS = Number(process.env.STEP_LIMIT_MINUTES ?? 80) * 60_000;
const EXIT_LIMIT_MS = 10_000;
/** Tests of a real n8n wait much; but one of them keeps a core busy while n8n starts, and may not make others late. */
const WORKERS_OF_A_CORE = 2;
const SHOWN_LINES = 300;
const SHOWN_OF_A_FAILURE = 25;

const { values: options, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		all: { type: 'boolean', default: false },
		n8n: { type: 'string', multiple: true, default: ['2.41'] },
	},
});

const inBrowser = {
	usesN8n: true,
	workers: 2,
	// The tests know the editor of n8n's current line.
	version: '2.41',
	missing: () => (findChromium() ? undefined : 'no Chromium was found (Debian: apt-get install chromium)'),
};

/**
 * In the order in which they begin: the longest first. Suites that need more than Node say what is missing.
 */
const suites = {
	n8n: { usesN8n: true, workers: 2 },
	// Its files take turns: each keeps many processes busy.
	queue: { usesN8n: true, room: 2, missing: missingQueueServers },
	browser: inBrowser,
	contract: { workers: 2 },
	unit: {},
	// Not a suite of its own, so only where it is named: makes the pictures of the documents anew.
	pictures: {
		...inBrowser,
		isOnlyNamed: true,
		project: 'browser',
		files: ['--testPathPatterns=browser/editor', '--testNamePattern=^The pictures of the documents'],
		variables: { PICTURES: '1' },
	},
};

const running = new Map();
/** Suites that are not run, each with the reason. */
const leftOut = [];

function report(message) {
	console.log(`${String(Math.round((Date.now() - started) / 1000)).padStart(5)} s  ${message}`);
}

/** Which suites to run, each with the n8n version for those that start one. */
function selectSuites() {
	const unknown = positionals.filter((name) => !(name in suites));
	if (unknown.length > 0) {
		console.error(`There is no suite ${unknown.join(', ')}. There are: ${Object.keys(suites).join(', ')}.`);
		process.exit(2);
	}
	const usual = Object.keys(suites).filter((name) => !suites[name].isOnlyNamed);
	const names = positionals.length > 0 ? positionals : usual;
	return names.flatMap((name) =>
		name === 'n8n'
			? options.n8n.map((version) => ({ name, title: `n8n ${version}`, version, ...suites[name] }))
			: [{ name, title: name, version: options.n8n[0], ...suites[name] }],
	);
}

/** The steps with what each waits for, and for how many workers it needs room. */
function plan(selected) {
	const tool = (...path) => join(root, 'node_modules', ...path);
	const node = process.execPath;
	const versions = [...new Set(selected.filter(({ usesN8n }) => usesN8n).map(({ version }) => version))];
	const installers = versions.map((version) => ({
		title: `install n8n ${version}`,
		command: [node, tool('tsx', 'dist', 'cli.mjs'), join(root, 'harness', 'n8n', 'install.ts'), version],
		after: [],
		room: 0,
		tellsProgress: true,
	}));
	const checks = [
		{ title: 'lint', command: ['npm', 'run', '--silent', 'lint'], after: ['build'], room: 1 },
		{ title: 'types', command: ['npm', 'run', '--silent', 'types'], after: [], room: 1 },
	];
	const pack = ['npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', tarballFolder];
	return [
		...installers,
		{ title: 'build', command: ['npm', 'run', '--silent', 'build'], after: [], room: 1 },
		{ title: 'pack', command: pack, after: ['build'], room: 1 },
		...(positionals.length > 0 ? [] : checks),
		...selected.map((suite) => suiteStep(suite, node, tool('jest', 'bin', 'jest.js'))),
	];
}

function suiteStep(suite, node, jest) {
	const { name, title, version, usesN8n = false, workers = 1, room = workers } = suite;
	const { project = name, files = [], variables = {} } = suite;
	const resultFile = join(resultsFolder, `${fileName(title)}.json`);
	return {
		title,
		isSuite: true,
		resultFile,
		room,
		after: usesN8n ? ['pack', `install n8n ${version}`] : ['build'],
		env: { ...variables, ...(usesN8n && { N8N_VERSION: version, PACKAGE_TARBALL: findTarball }) },
		command: [
			node,
			jest,
			...['--ci', '--selectProjects', project, `--maxWorkers=${workers}`, ...files],
			...['--json', `--outputFile=${resultFile}`],
		],
	};
}

function findTarball() {
	const name = readdirSync(tarballFolder).find((entry) => entry.endsWith('.tgz'));
	return join(tarballFolder, name ?? 'no tarball');
}

function fileName(title) {
	return title.replace(/[^\w.]+/g, '-');
}

/**
 * Runs the steps, side by side as far as there is room: what does not fit keeps its place before later ones. Returns each title's
 * outcome.
 * By hand: wireit, concurrently and p-graph count steps, not workers, and what a step prints and counts would still be here.
 */
async function runSteps(steps) {
	const outcomes = new Map();
	const capacity = WORKERS_OF_A_CORE * Math.max(2, availableParallelism());
	const waiting = [...steps];
	let used = 0;
	while (waiting.length > 0 || running.size > 0) {
		for (const step of [...waiting]) {
			if (!step.after.every((title) => outcomes.has(title))) continue;
			const failedBefore = step.after.find((title) => outcomes.get(title) !== 'passed');
			const isFree = used + step.room <= capacity || used === 0;
			if (failedBefore === undefined && !isFree) break;
			waiting.splice(waiting.indexOf(step), 1);
			if (failedBefore !== undefined) {
				report(`${step.title}: not run, because "${failedBefore}" failed`);
				outcomes.set(step.title, 'not run');
				continue;
			}
			used += step.room;
			running.set(
				step.title,
				runStep(step).then((outcome) => {
					used -= step.room;
					running.delete(step.title);
					outcomes.set(step.title, outcome);
				}),
			);
		}
		if (running.size > 0) await Promise.race(running.values());
	}
	return outcomes;
}

async function runStep({ title, command, env = {}, tellsProgress }) {
	const [program, ...parameters] = command;
	const logFile = join(resultsFolder, `${fileName(title)}.log`);
	const log = createWriteStream(logFile);
	const begun = Date.now();
	report(`${title} ...`);
	const given = Object.fromEntries(
		Object.entries(env).map(([name, value]) => [name, typeof value === 'function' ? value() : value]),
	);
	const child = spawn(program, parameters, {
		cwd: root,
		env: { ...process.env, FORCE_COLOR: '0', ...given },
		stdio: ['ignore', 'pipe', 'pipe'],
		shell: process.platform === 'win32' && program === 'npm',
	});
	child.stdout.on('data', (chunk) => {
		log.write(chunk);
		if (tellsProgress) String(chunk).trimEnd().split('\n').forEach(report);
	});
	const end = () => child.kill('SIGKILL');
	const limit = setTimeout(end, STEP_LIMIT_MS);
	child.stderr.on('data', (chunk) => {
		log.write(chunk);
		// A test has left something open that keeps Jest alive for ever: that is a failure, too.
		if (String(chunk).includes('Jest did not exit')) setTimeout(end, EXIT_LIMIT_MS).unref();
	});
	const code = await new Promise((resolve) => {
		child.once('error', () => resolve('could not start'));
		child.once('close', resolve);
	});
	clearTimeout(limit);
	await new Promise((resolve) => log.end(resolve));

	const seconds = ((Date.now() - begun) / 1000).toFixed(1);
	report(`${title}: ${code === 0 ? 'passed' : 'FAILED'} (${seconds} s)`);
	if (code !== 0) showLog(title, logFile);
	return code === 0 ? 'passed' : 'failed';
}

function showLog(title, logFile) {
	const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n');
	console.log(`\n──── ${title}, the end of ${relative(root, logFile)} ────`);
	console.log(lines.slice(-SHOWN_LINES).join('\n'));
	console.log(`──── ${title} ────\n`);
}

/** What failed, once more where nobody can miss it: what a suite prints may be longer than what is kept of it. */
function showFailures(steps) {
	for (const { title, resultFile } of steps.filter(({ isSuite }) => isSuite)) {
		for (const { name, message, assertionResults } of readResult(resultFile)?.testResults ?? []) {
			const failed = assertionResults.filter(({ status }) => status === 'failed');
			const unfinished =
				failed.length === 0 && message !== '' ? [{ fullName: '', failureMessages: [message] }] : [];
			for (const { fullName, failureMessages } of [...failed, ...unfinished]) {
				console.log(`\n${title}, ${relative(root, name)}: ${fullName}`);
				console.log(failureMessages.join('\n').split('\n').slice(0, SHOWN_OF_A_FAILURE).join('\n'));
			}
		}
	}
}

/** Adds up the suites; a step that failed without a failing test counts as one failure. */
function summarise(steps, outcomes) {
	const total = { passed: 0, failed: 0, skipped: 0 };
	console.log('');
	for (const { title, isSuite, resultFile } of steps) {
		const counts = isSuite ? readCounts(resultFile) : undefined;
		const failed = outcomes.get(title) !== 'passed';
		if (counts !== undefined) {
			console.log(`${title.padEnd(18)} ${jestSummary(title)}`);
			total.passed += counts.passed;
			total.skipped += counts.skipped;
			total.failed += counts.failed;
		} else if (failed) {
			console.log(`${title.padEnd(18)} ${outcomes.get(title)}`);
		}
		if (failed && (counts?.failed ?? 0) === 0) total.failed += 1;
	}
	return total;
}

function readResult(file) {
	return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function readCounts(resultFile) {
	const result = readResult(resultFile);
	if (result === undefined) return undefined;
	return {
		passed: result.numPassedTests,
		failed: result.numFailedTests + result.numRuntimeErrorTestSuites,
		skipped: result.numPendingTests + result.numTodoTests,
	};
}

function jestSummary(title) {
	const log = readFileSync(join(resultsFolder, `${fileName(title)}.log`), 'utf8');
	return /^Tests: .*$/m.exec(log)?.[0] ?? 'no summary';
}

function leaveOutWhatIsMissing(selected) {
	return selected.filter(({ name, title, missing }) => {
		const reason = missing?.();
		if (reason === undefined) return true;
		if (positionals.includes(name) || options.all) {
			console.error(`The suite "${title}" cannot run: ${reason}`);
			process.exit(1);
		}
		leftOut.push(`left out: ${title}, because ${reason}`);
		report(leftOut.at(-1));
		return false;
	});
}

ensureDependencies(root, report);
for (const folder of [resultsFolder, tarballFolder, preparedFolder])
	rmSync(folder, { recursive: true, force: true });
mkdirSync(resultsFolder, { recursive: true });
mkdirSync(tarballFolder, { recursive: true });

const steps = plan(leaveOutWhatIsMissing(selectSuites()));
const heartbeat = setInterval(() => report(`running: ${[...running.keys()].join(', ')}`), HEARTBEAT_MS);
const outcomes = await runSteps(steps);
clearInterval(heartbeat);

showFailures(steps);
const { passed, failed, skipped } = summarise(steps, outcomes);
for (const line of leftOut) console.log(line);
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 ? 1 : 0;

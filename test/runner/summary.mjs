import { existsSync, readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { root } from './steps.mjs';

/** Maximum number of failures to list, because more wouldn't fit on one screen. */
const MOST_FAILURES = 15;

/**
 * Prints the result of each suite and what was left out. Its last line is "N passed, N failed".
 *
 * A step that fails without a failing test is one failure, and so is a suite that can't run.
 */
export function summarise({ steps, leftOut, cannotRun }) {
	const total = { passed: 0, failed: cannotRun.length, skipped: 0 };
	const suites = new Map();
	const add = (counts, one) => {
		for (const [status, count] of Object.entries(one)) counts[status] += count;
	};
	const told = new Set();
	const failures = [];
	const longest = [];
	for (const [title, file] of steps.resultFiles) {
		if (!existsSync(file)) continue;
		const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
		for (const result of testResults) {
			const counts = countsOf(result);
			const suite = suiteOf(result, title);
			suites.set(suite, suites.get(suite) ?? { passed: 0, failed: 0, skipped: 0 });
			add(suites.get(suite), counts);
			add(total, counts);
			longest.push({
				name: relative(root, result.name),
				seconds: (result.endTime - result.startTime) / 1000,
			});
			if (counts.failed > 0) {
				told.add(title);
				failures.push(...failuresOf(result));
			}
		}
	}
	console.log('');
	for (const failure of failures.slice(0, MOST_FAILURES)) console.log(`FAILED ${failure}`);
	if (failures.length > MOST_FAILURES) console.log(`and ${failures.length - MOST_FAILURES} more`);
	for (const [suite, counts] of suites) console.log(`${suite.padEnd(12)} ${lineOf(counts)}`);
	for (const title of steps.failed.filter((one) => !told.has(one))) {
		console.log(`failed: ${title}`);
		total.failed += 1;
	}
	for (const reason of cannotRun) console.log(`cannot run: ${reason}`);
	for (const reason of leftOut) console.log(`left out: ${reason}`);
	if (longest.length > 0) console.log(`longest: ${longestOf(longest)}`);
	console.log(`\n${lineOf(total)}`);
	process.exitCode = total.failed > 0 ? 1 : 0;
}

function suiteOf({ name }, title) {
	const [version] = /\(n8n .*\)/.exec(title) ?? [];
	const [, suite] = relative(root, name).split(sep);
	return suite === 'n8n' ? `n8n ${version?.slice(5, -1) ?? ''}` : suite;
}

/** A file that can't be loaded or whose hook fails is a failure, too. */
function countsOf({ status, assertionResults }) {
	const count = (...wanted) => assertionResults.filter((one) => wanted.includes(one.status)).length;
	const failed = count('failed');
	return {
		passed: count('passed'),
		failed: status === 'failed' && failed === 0 ? 1 : failed,
		skipped: count('pending', 'todo', 'skipped', 'disabled'),
	};
}

/**
 * Lists each failed test with its file. Jest has already printed the details. For a file that couldn't be loaded, it shows
 * the first line of the message.
 */
function failuresOf({ name, message, assertionResults }) {
	const file = relative(root, name);
	const failed = assertionResults.filter(({ status }) => status === 'failed');
	if (failed.length === 0) return [`${file}: ${message.trim().split('\n')[0]}`];
	return failed.map(({ fullName }) => `${file}: ${fullName}`);
}

/** The five slowest files. Their times include waiting for other tests that ran at the same time. */
function longestOf(files) {
	const sorted = files.sort((one, other) => other.seconds - one.seconds).slice(0, 5);
	return sorted.map(({ name, seconds }) => `${name} ${Math.round(seconds)} s`).join(', ');
}

function lineOf({ passed, failed, skipped }) {
	return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

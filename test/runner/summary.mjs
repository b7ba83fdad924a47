import { existsSync, readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { root } from './steps.mjs';

/**
 * Prints what came of each suite and what was left out; its last line is "N passed, N failed". A step that failed without
 * a failing test counts as one failure, and so does a suite that cannot run.
 */
export function summarise({ steps, leftOut, cannotRun }) {
	const total = { passed: 0, failed: cannotRun.length, skipped: 0 };
	const suites = new Map();
	const add = (counts, one) => {
		for (const [status, count] of Object.entries(one)) counts[status] += count;
	};
	const told = new Set();
	for (const [title, file] of steps.resultFiles) {
		if (!existsSync(file)) continue;
		const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
		for (const result of testResults) {
			const counts = countsOf(result);
			const suite = suiteOf(result, title);
			suites.set(suite, suites.get(suite) ?? { passed: 0, failed: 0, skipped: 0 });
			add(suites.get(suite), counts);
			add(total, counts);
			if (counts.failed > 0) {
				told.add(title);
				tellFailures(result);
			}
		}
	}
	console.log('');
	for (const [suite, counts] of suites) console.log(`${suite.padEnd(12)} ${lineOf(counts)}`);
	for (const title of steps.failed.filter((one) => !told.has(one))) {
		console.log(`failed: ${title}`);
		total.failed += 1;
	}
	for (const reason of cannotRun) console.log(`cannot run: ${reason}`);
	for (const reason of leftOut) console.log(`left out: ${reason}`);
	console.log(`\n${lineOf(total)}`);
	process.exitCode = total.failed > 0 ? 1 : 0;
}

function suiteOf({ name }, title) {
	const [version] = /\(n8n .*\)/.exec(title) ?? [];
	const [, suite] = relative(root, name).split(sep);
	return suite === 'n8n' ? `n8n ${version?.slice(5, -1) ?? ''}` : suite;
}

/** A file that could not be loaded, or in which a hook failed, counts as a failure, too. */
function countsOf({ status, assertionResults }) {
	const count = (...wanted) => assertionResults.filter((one) => wanted.includes(one.status)).length;
	const failed = count('failed');
	return {
		passed: count('passed'),
		failed: status === 'failed' && failed === 0 ? 1 : failed,
		skipped: count('pending', 'todo', 'skipped', 'disabled'),
	};
}

/** Once more where nobody can miss it: what Jest prints stands far above. */
function tellFailures({ name, message, assertionResults }) {
	console.log(`\nFAILED ${relative(root, name)}`);
	const failed = assertionResults.filter(({ status }) => status === 'failed');
	for (const { fullName } of failed) console.log(`  ${fullName}`);
	if (failed.length === 0) console.log(message);
}

function lineOf({ passed, failed, skipped }) {
	return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

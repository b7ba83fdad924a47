import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium, missingQueueServers } from '../../tools/harness/programs.js';
import { folders } from './steps.mjs';

const missingChromium = () =>
	findChromium() ? undefined : 'no Chromium was found (Debian: apt-get install chromium)';

/** Suites by name. Those that need more than Node report what's missing. */
export const suites = {
	unit: {},
	contract: {},
	n8n: { usesN8n: true, versionsOf: (versions) => versions },
	// The tests expect the editor of the current n8n version.
	browser: {
		usesN8n: true,
		versionsOf: ([first]) => [first === '2.8' ? '2.41' : first],
		missing: missingChromium,
	},
	queue: { usesN8n: true, missing: missingQueueServers },
};

/** Number of Jest workers on two cores. n8n mostly waits, and contract tests run at the same time as tests with n8n. */
const WORKERS = { unit: 2, contract: 2, withN8n: 4 };

/**
 * The Jest command for some suites, as parameters of `Steps.run`.
 *
 * @param version version of n8n, if the suites start it
 */
export function jestStep(names, { long, only, version }) {
	const title = [...names, ...(version === undefined ? [] : [`(n8n ${version})`])].join(' ');
	const resultFile = join(folders.results, `${title.replace(/[^\w.]+/g, '-')}.json`);
	const projects = names.flatMap((name) => (long ? [name, `${name}:long`] : [name]));
	const command = [
		process.execPath,
		join('node_modules', 'jest', 'bin', 'jest.js'),
		...['--ci', `--maxWorkers=${version === undefined ? WORKERS[names[0]] : WORKERS.withN8n}`],
		...['--json', `--outputFile=${resultFile}`],
		// Long files and selected files print figures, which the brief reporter would hide.
		...(long || only !== undefined ? [] : ['--reporters=./test/runner/briefReporter.js']),
		...(only === undefined ? [] : [`--testPathPatterns=${only}`]),
		...['--selectProjects', ...projects],
	];
	const env = version === undefined ? {} : { N8N_VERSION: version, PACKAGE_TARBALL: findTarball() };
	return [title, command, env, resultFile];
}

function findTarball() {
	const name = readdirSync(folders.packed).find((entry) => entry.endsWith('.tgz'));
	return join(folders.packed, name ?? 'no tarball');
}

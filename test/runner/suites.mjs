import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium, missingQueueServers } from '../../tools/harness/programs.js';
import { folders } from './steps.mjs';

const missingChromium = () =>
	findChromium() ? undefined : 'no Chromium was found (Debian: apt-get install chromium)';

/** Suites that need more than Node say what is missing. */
export const suites = {
	unit: {},
	contract: {},
	n8n: { usesN8n: true, versionsOf: (versions) => versions },
	// The tests know the editor of n8n's current line.
	browser: {
		usesN8n: true,
		versionsOf: ([first]) => [first === '2.8' ? '2.41' : first],
		missing: missingChromium,
	},
	queue: { usesN8n: true, missing: missingQueueServers },
};

/** On two cores. An n8n waits more than it works; contract tests run beside those. */
const WORKERS = { unit: 2, contract: 1, withN8n: 3 };

/**
 * Jest for some suites, as `Steps.run` takes it.
 *
 * @param version of n8n, where it is started
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
		// Long files and single ones print figures.
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

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const OLDEST_NODE = 20;
/** Node.js version that some packages require for parts that aren't used here. */
const NODE_OF_ALL_PACKAGES = 24;

/**
 * Makes a fresh clone usable. It checks Node.js and runs `npm ci` if the installed packages don't match the lock file.
 *
 * This is plain JavaScript, because no packages are installed when it runs.
 *
 * @param {string} root the repository's folder
 * @param {(message: string) => void} progress
 */
export function ensureDependencies(root, progress) {
	const major = Number(process.versions.node.split('.')[0]);
	if (major < OLDEST_NODE) {
		fail(
			`This needs Node ${OLDEST_NODE} or newer and runs on ${process.version}. Install one from https://nodejs.org.`,
		);
	}
	if (areInstalled(root)) return;

	const isFirst = !existsSync(join(root, 'node_modules'));
	progress(
		`installing packages (npm ci), ${isFirst ? 'because there are none yet' : "because they don't match package-lock.json"}`,
	);
	if (major < NODE_OF_ALL_PACKAGES) {
		progress('npm may warn (EBADENGINE) about packages for a newer Node. You can ignore that');
	}
	const result = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
		cwd: root,
		stdio: ['ignore', 'inherit', 'inherit'],
		shell: process.platform === 'win32',
	});
	if (result.status !== 0) {
		fail(
			"npm ci failed, see above. If npm couldn't be reached, check the network and the proxy, then start again.",
		);
	}
}

/** Compares the lock file with npm's own record of the installed packages. */
function areInstalled(root) {
	const record = join(root, 'node_modules', '.package-lock.json');
	if (!existsSync(record)) return false;
	const installed = readPackages(record);
	return Object.entries(readPackages(join(root, 'package-lock.json'))).every(
		([path, { version, optional, devOptional, peer }]) =>
			path === '' || optional || devOptional || peer || installed[path]?.version === version,
	);
}

function readPackages(lockFile) {
	return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}

function fail(message) {
	console.error(message);
	process.exit(1);
}

import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Full path of a program that the shell would find, or undefined. */
function findProgram(name) {
	return (process.env.PATH ?? '')
		.split(delimiter)
		.map((folder) => join(folder, name))
		.find(isExecutable);
}

function isExecutable(path) {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

/** The Chromium that browser tests use: `CHROMIUM`, or one that is installed. */
export function findChromium() {
	const names = ['chromium', 'chromium-browser', 'google-chrome'];
	return process.env.CHROMIUM ?? names.map(findProgram).find((path) => path !== undefined);
}

/** Folder of PostgreSQL's server programs, which Debian keeps out of the search path. */
export function findPostgresFolder() {
	const versions = '/usr/lib/postgresql';
	const folders = existsSync(versions)
		? readdirSync(versions)
				.sort((one, other) => Number(other) - Number(one))
				.map((version) => join(versions, version, 'bin'))
		: [];
	return [...folders, ...(process.env.PATH ?? '').split(delimiter)].find((folder) =>
		isExecutable(join(folder, 'postgres')),
	);
}

/** Says what queue mode lacks on this machine, or undefined. */
export function missingQueueServers() {
	const missing = [
		...(findProgram('redis-server') === undefined ? ['redis-server'] : []),
		...(findPostgresFolder() === undefined ? ['postgresql'] : []),
	];
	if (missing.length === 0) return undefined;
	return `${missing.join(' and ')} not found (Debian: apt-get install ${missing.join(' ')})`;
}

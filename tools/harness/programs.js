// This is plain CommonJS, because test/run.mjs needs it before anything is compiled. Tests load it, too. Its types are in
// programs.d.ts.
const { accessSync, constants, existsSync, readdirSync } = require('node:fs');
const { delimiter, join } = require('node:path');

const searchPath = () => (process.env.PATH ?? '').split(delimiter);

function isExecutable(path) {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

function findProgram(name) {
	return searchPath()
		.map((folder) => join(folder, name))
		.find(isExecutable);
}

function findChromium() {
	const names = ['chromium', 'chromium-browser', 'google-chrome'];
	return process.env.CHROMIUM ?? names.map(findProgram).find((path) => path !== undefined);
}

function findPostgresFolder() {
	const versions = '/usr/lib/postgresql';
	const folders = (existsSync(versions) ? readdirSync(versions) : [])
		.sort((one, other) => Number(other) - Number(one))
		.map((version) => join(versions, version, 'bin'));
	return [...folders, ...searchPath()].find((folder) => isExecutable(join(folder, 'postgres')));
}

function missingQueueServers() {
	const missing = [
		...(findProgram('redis-server') === undefined ? ['redis-server'] : []),
		...(findPostgresFolder() === undefined ? ['postgresql'] : []),
	];
	if (missing.length === 0) return undefined;
	return `${missing.join(' and ')} not found (Debian: apt-get install ${missing.join(' ')})`;
}

module.exports = { findChromium, findPostgresFolder, missingQueueServers };

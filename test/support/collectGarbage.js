/**
 * For `NODE_OPTIONS=--require`: on SIGUSR2 a process collects its garbage and writes what memory it uses then, in bytes, to
 * a file in the folder `MEMORY_FOLDER` that is named after its process id.
 */
const { renameSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('SIGUSR2', () => {
	collect();
	const file = join(process.env.MEMORY_FOLDER, `${process.pid}.json`);
	writeFileSync(`${file}.new`, JSON.stringify(process.memoryUsage()));
	renameSync(`${file}.new`, file);
});

/**
 * For `NODE_OPTIONS=--require`: on SIGUSR2, a process collects its garbage and then writes its memory use, in bytes. The file is
 * in the folder `MEMORY_FOLDER` and is named after the process id.
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

const { rm } = require('node:fs/promises');
const { src, dest, parallel } = require('gulp');

/** Nothing of an earlier build may be packed. */
async function clean() {
	await rm('dist', { recursive: true, force: true });
}

/** Icons stand beside nodes/ and credentials/, so that both refer to one file. */
function icons() {
	return src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
}

/** Codex files and output schemas belong to the node in whose folder they lie. */
function nodeData() {
	return src('nodes/**/*.json').pipe(dest('dist/nodes'));
}

exports.clean = clean;
exports.default = parallel(icons, nodeData);

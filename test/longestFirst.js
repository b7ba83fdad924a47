const { existsSync } = require('node:fs');
const { join } = require('node:path');

/** The files that take longest, the longest first. */
const LONG_FILES = [
	'n8n/examplesKilled',
	'n8n/trigger',
	'n8n/restarts',
	'n8n/examples',
	'n8n/action',
	'n8n/demo/demo',
	'n8n/polls',
	'browser/editor',
	'browser/newcomer.long',
	'contract/sending',
].map((name) => join(__dirname, `${name}.test.ts`));

/** Begins with the longest files, so that no worker is still at one when the others have finished. */
module.exports = class LongestFirst {
	constructor() {
		const missing = LONG_FILES.filter((file) => !existsSync(file));
		if (missing.length > 0)
			throw new Error(`test/longestFirst.js names what is not there: ${missing.join(', ')}`);
	}

	sort(tests) {
		const place = ({ path }) => {
			const at = LONG_FILES.indexOf(path);
			return at < 0 ? LONG_FILES.length : at;
		};
		return [...tests].sort((one, other) => place(one) - place(other));
	}

	/** What else Jest asks of a sequencer: it is to remember nothing from run to run. */
	allFailedTests(tests) {
		return tests;
	}

	cacheResults() {}
};

const { existsSync } = require('node:fs');
const { join } = require('node:path');

/** The slowest test files, in order, starting with the slowest one. */
const LONG_FILES = [
	'n8n/examples',
	'n8n/restarts',
	'n8n/examplesKilled.long',
	'browser/editor',
	'queue/queueMode',
	'n8n/trigger',
	'n8n/action',
	'n8n/polls',
	'browser/editorPanels.long',
	'browser/newcomer.long',
	'contract/sending',
	'contract/failures',
	'contract/operations',
].map((name) => join(__dirname, `${name}.test.ts`));

/** Starts with the slowest files, so that no worker is still busy with one when the others have finished. */
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

	/** Jest requires this method and the next one. They do nothing, because no run should depend on an earlier one. */
	allFailedTests(tests) {
		return tests;
	}

	cacheResults() {}
};

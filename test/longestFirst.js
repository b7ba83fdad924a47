const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { default: TestSequencer } = require('@jest/test-sequencer');

/** Files that wait for time to pass: they take longer than their size tells, by which Jest goes on a fresh clone. */
const LONG_FILES = [
	'contract/messages',
	'n8n/longWait',
	'n8n/polling/crashes',
	'n8n/polling/failures',
	'n8n/polling/outages',
	'n8n/polling/publishing',
	'n8n/trigger/failedRegistration',
	'n8n/trigger/restarts',
	'n8n/trigger/stored',
].map((name) => join(__dirname, `${name}.test.ts`));

/** Begins with the longest files, so that no worker is still at one when the others have finished. */
module.exports = class LongestFirst extends TestSequencer {
	constructor(...parameters) {
		super(...parameters);
		const missing = LONG_FILES.filter((file) => !existsSync(file));
		if (missing.length > 0)
			throw new Error(`test/longestFirst.js names what is not there: ${missing.join(', ')}`);
	}

	sort(tests) {
		const sorted = super.sort(tests);
		const isLong = ({ path }) => LONG_FILES.includes(path);
		return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
	}
};

const { DefaultReporter } = require('@jest/reporters');

/** Jest's own reporter, but a file whose tests pass is one line: what it printed on the way is shown only if one fails. */
module.exports = class BriefReporter extends DefaultReporter {
	printTestFileHeader(testPath, config, result) {
		const isFine = result.numFailingTests === 0 && !result.testExecError;
		super.printTestFileHeader(testPath, config, isFine ? { ...result, console: undefined } : result);
	}
};

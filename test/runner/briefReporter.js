const { DefaultReporter } = require('@jest/reporters');

/**
 * Jest's own reporter, except that a file whose tests pass gets a single line. Its console output is only shown if a test fails.
 */
module.exports = class BriefReporter extends DefaultReporter {
	printTestFileHeader(testPath, config, result) {
		const isFine = result.numFailingTests === 0 && !result.testExecError;
		super.printTestFileHeader(testPath, config, isFine ? { ...result, console: undefined } : result);
	}
};

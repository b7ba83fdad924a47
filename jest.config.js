/**
 * Suites in rising order of realism. Each value is the limit for one test, in milliseconds, and only ends tests that hang.
 *
 * On two cores with 30 busy processes, the slowest test took 58 s (unit) and 85 s (contract). With 40 processes, it took over
 * 120 s. A lower limit would fail tests for being slow, and a test that runs past its limit disturbs the next one.
 */
const suites = {
	unit: 400_000,
	contract: 400_000,
	n8n: 400_000,
	browser: 600_000,
	queue: 900_000,
};

/** Limit for a test, in milliseconds, if `RUNS` is set or its file takes long or disturbs others (`NAME.long.test.ts`). */
const LONG_LIMIT_MS = 1_800_000;

function project(displayName, testMatch, limit) {
	return {
		displayName,
		testMatch,
		preset: 'ts-jest',
		testEnvironment: '<rootDir>/test/support/environment.js',
		// Some tests set the clocks of a whole process, and Jest's cleanup would remove globals that belong to Node.
		testEnvironmentOptions: { globalsCleanup: 'off' },
		transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'test/tsconfig.json' }] },
		setupFiles: ['<rootDir>/test/support/properties.ts'],
		// Jest ignores the `testTimeout` of a project and only uses the global one.
		setupFilesAfterEnv: ['<rootDir>/test/support/limit.js'],
		globals: { TEST_LIMIT_MS: process.env.RUNS ? LONG_LIMIT_MS : limit },
		modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.cache/'],
	};
}

/** Each suite has two projects. Every change must pass `unit`, and `npm run test:all` also runs `unit:long`. */
module.exports = {
	// Applies to concurrent tests, which mostly wait for n8n's clock.
	maxConcurrency: 20,
	// A worker keeps some memory of each file that it has run. Without a limit, it grows to 2 GB, and collecting garbage then
	// takes longer than the tests.
	workerIdleMemoryLimit: '500MB',
	testSequencer: './test/longestFirst.js',
	projects: Object.entries(suites).flatMap(([suite, limit]) => [
		project(suite, [`<rootDir>/test/${suite}/**/*.test.ts`, '!**/*.long.test.ts'], limit),
		project(`${suite}:long`, [`<rootDir>/test/${suite}/**/*.long.test.ts`], LONG_LIMIT_MS),
	]),
};

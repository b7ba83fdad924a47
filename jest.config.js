/**
 * Suites in rising order of realism, each with what one test may take at most, in milliseconds: for what hangs. On two cores
 * with 30 processes at work the slowest test took 58 s (unit) and 85 s (contract), and with 40 over 120 s; less would fail
 * tests for being slow, and a test that goes on behind its end spoils the next.
 */
const suites = {
	unit: 400_000,
	contract: 400_000,
	n8n: 400_000,
	browser: 600_000,
	queue: 900_000,
};

/** What a test may take in a file that takes long or disturbs others (`NAME.long.test.ts`, beside its siblings), and with `RUNS`. */
const LONG_LIMIT_MS = 1_800_000;

function project(displayName, testMatch, limit) {
	return {
		displayName,
		testMatch,
		preset: 'ts-jest',
		testEnvironment: '<rootDir>/test/support/environment.js',
		// Some set the clocks of a whole process: what Jest cleans up of those is Node's own.
		testEnvironmentOptions: { globalsCleanup: 'off' },
		transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'test/tsconfig.json' }] },
		setupFiles: ['<rootDir>/test/support/properties.ts'],
		// Jest heeds `testTimeout` of the whole only, and not of a project.
		setupFilesAfterEnv: ['<rootDir>/test/support/limit.js'],
		globals: { TEST_LIMIT_MS: process.env.RUNS ? LONG_LIMIT_MS : limit },
		modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.cache/'],
	};
}

/** Each suite is two projects: `unit` is what every change has to pass, `unit:long` what `npm run test:all` runs as well. */
module.exports = {
	// Of tests that wait for n8n's clock.
	maxConcurrency: 20,
	testSequencer: './test/longestFirst.js',
	projects: Object.entries(suites).flatMap(([suite, limit]) => [
		project(suite, [`<rootDir>/test/${suite}/**/*.test.ts`, '!**/*.long.test.ts'], limit),
		project(`${suite}:long`, [`<rootDir>/test/${suite}/**/*.long.test.ts`], LONG_LIMIT_MS),
	]),
};

const shared = {
	preset: 'ts-jest',
	testEnvironment: 'node',
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'test/tsconfig.json' }] },
	setupFiles: ['<rootDir>/test/support/properties.ts'],
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.cache/'],
};

/** Suites in rising order of realism; `test/run.mjs` runs them side by side. */
module.exports = {
	// For what hangs. Suites run side by side, so a test may have to wait for its turn.
	testTimeout: 900_000,
	// Of tests that wait for n8n's clock.
	maxConcurrency: 20,
	testSequencer: './test/longestFirst.js',
	projects: ['unit', 'contract', 'n8n', 'queue', 'browser', 'retries'].map((suite) => ({
		...shared,
		displayName: suite,
		testMatch: [`<rootDir>/test/${suite}/**/*.test.ts`],
	})),
};

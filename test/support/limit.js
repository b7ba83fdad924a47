/** Ends what hangs: the limit is of the test's project, in jest.config.js. */
jest.setTimeout(globalThis.TEST_LIMIT_MS);

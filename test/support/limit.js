/** Ends tests that hang. The limit is set per project in jest.config.js. */
jest.setTimeout(globalThis.TEST_LIMIT_MS);

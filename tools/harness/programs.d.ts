/** The Chromium for browser tests: `CHROMIUM`, or an installed one. */
export function findChromium(): string | undefined;

/** Folder of PostgreSQL's server programs. Debian has a folder for each version, outside the search path. */
export function findPostgresFolder(): string | undefined;

/** What this machine lacks for queue mode, or undefined if nothing is missing. */
export function missingQueueServers(): string | undefined;

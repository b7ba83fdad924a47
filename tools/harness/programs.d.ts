/** The Chromium for browser tests, which is `CHROMIUM` or an installed one. */
export function findChromium(): string | undefined;

/** Folder of PostgreSQL's server programs. Debian keeps them outside of the search path, in a folder for each version. */
export function findPostgresFolder(): string | undefined;

/** What this machine lacks for queue mode, or undefined if nothing is missing. */
export function missingQueueServers(): string | undefined;

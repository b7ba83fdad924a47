/** The Chromium that browser tests use: `CHROMIUM`, or one that is installed. */
export function findChromium(): string | undefined;

/** Folder of PostgreSQL's server programs, which Debian keeps out of the search path, a folder for each version. */
export function findPostgresFolder(): string | undefined;

/** Says what queue mode lacks on this machine, or undefined. */
export function missingQueueServers(): string | undefined;

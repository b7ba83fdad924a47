import { join } from 'node:path';

/** The repository's root folder. */
export const projectRoot = join(__dirname, '..', '..');

/**
 * Folder for what the tools keep between runs: installed n8n versions, packed packages, benchmark figures, and the demo's
 * data. Git ignores it.
 */
export const cacheFolder = join(projectRoot, '.cache');

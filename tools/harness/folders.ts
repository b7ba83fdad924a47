import { join } from 'node:path';

/** The repository's root folder. */
export const projectRoot = join(__dirname, '..', '..');

/** Folder for everything that tests download, install or start. Git ignores it. */
export const cacheFolder = join(projectRoot, '.cache');

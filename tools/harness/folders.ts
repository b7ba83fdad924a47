import { join } from 'node:path';

/** The repository's root folder. */
export const projectRoot = join(__dirname, '..', '..');

/** Everything that tests download, install or start lives in here; git ignores it. */
export const cacheFolder = join(projectRoot, '.cache');

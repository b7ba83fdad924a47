import { join } from 'node:path';
import { describeFolders } from './support/sharedN8n';
import { fastPauses } from './support/triggerBench';

/** Nothing but this machine is reached. */
const offline = { HTTPS_PROXY: 'http://127.0.0.1:9', NO_PROXY: '127.0.0.1,localhost' };

// n8n 2.8 does not know the list of packages, and the versions after it know the same one.
describeFolders([join(__dirname, 'packageGone')], { ...fastPauses, ...offline }, '2.41');

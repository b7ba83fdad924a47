import { join } from 'node:path';
import { describeFolders } from './support/sharedN8n';
import { fastPauses } from './support/triggerBench';

/** With these settings, n8n reaches only this machine. */
const offline = { HTTPS_PROXY: 'http://127.0.0.1:9', NO_PROXY: '127.0.0.1,localhost' };

// n8n 2.8 doesn't support the list of packages, and all later versions behave alike.
describeFolders([join(__dirname, 'packageGone')], { ...fastPauses, ...offline }, '2.41');

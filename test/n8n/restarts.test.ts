import { join } from 'node:path';
import { describeFolders } from './support/sharedN8n';
import { fastPauses } from './support/triggerBench';

describeFolders([join(__dirname, 'restarts')], fastPauses);

import { join } from 'node:path';
import { describeFolders } from './support/sharedN8n';
import { fastPauses } from './support/triggerBench';

// What n8n 3.0 does otherwise is tried in each run; all suites run with it at night.
describeFolders([join(__dirname, 'next')], fastPauses, '3.0');

import { join } from 'node:path';
import { describeFolders } from './support/sharedN8n';
import { fastPauses } from './support/triggerBench';

// Each run tests what is different in n8n 3.0. All test suites run with n8n 3.0 at night.
describeFolders([join(__dirname, 'next')], fastPauses, '3.0');

import { join } from 'node:path';
import { describeFolders } from './support/sharedN8n';
import { fastPauses } from './support/triggerBench';

// Each run tests what's different in n8n 3.0. The nightly run tests everything with n8n 3.0.
describeFolders([join(__dirname, 'next')], fastPauses, '3.0');

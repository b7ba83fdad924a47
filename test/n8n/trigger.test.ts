import { join } from 'node:path';
import { lazyExpressions } from '../../tools/harness/n8n';
import { describeFolders } from './support/sharedN8n';
import { fastPauses } from './support/triggerBench';

// What is deleted goes from n8n's database and disk within three seconds, in place of a quarter of an hour.
const prunedSoon = { EXECUTIONS_DATA_PRUNE_HARD_DELETE_INTERVAL: '0.05' };

describeFolders([join(__dirname, 'trigger')], { ...lazyExpressions, ...fastPauses, ...prunedSoon });

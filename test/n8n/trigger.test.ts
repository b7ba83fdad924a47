import { join } from 'node:path';
import { lazyExpressions } from '../../tools/harness/n8n';
import { describeFolders } from './support/sharedN8n';
import { fastPauses } from './support/triggerBench';

// Here, n8n removes deleted data from its database and disk within three seconds, instead of 15 minutes.
const prunedSoon = { EXECUTIONS_DATA_PRUNE_HARD_DELETE_INTERVAL: '0.05' };

describeFolders([join(__dirname, 'trigger')], { ...lazyExpressions, ...fastPauses, ...prunedSoon });

import { join } from 'node:path';
import { lazyExpressions } from '../../tools/harness/n8n';
import { describeFolders } from './support/sharedN8n';
import { fastPauses } from './support/triggerBench';

// n8n removes deleted data from its database and disk within three seconds here, instead of a quarter of an hour.
const prunedSoon = { EXECUTIONS_DATA_PRUNE_HARD_DELETE_INTERVAL: '0.05' };

describeFolders([join(__dirname, 'trigger')], { ...lazyExpressions, ...fastPauses, ...prunedSoon });

import { join } from 'node:path';
import { lazyExpressions } from '../../tools/harness/n8n';
import { describeFolders } from './support/sharedN8n';
import { fastPauses } from './support/triggerBench';

// Here, n8n removes deleted data from its database and disk within three seconds, instead of 15 minutes.
const prunedSoon = { EXECUTIONS_DATA_PRUNE_HARD_DELETE_INTERVAL: '0.05' };

// n8n logs to the terminal as text, and to a file as JSON. It trusts the proxy in front of it.
const log = { N8N_LOG_OUTPUT: 'console,file', N8N_PROXY_HOPS: '1' };

describeFolders([join(__dirname, 'trigger')], { ...lazyExpressions, ...fastPauses, ...prunedSoon, ...log });

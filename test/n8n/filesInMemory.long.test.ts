import { join } from 'node:path';
import { describeFolders } from './support/sharedN8n';
import { fastPauses } from './support/triggerBench';

// n8n 3.0 no longer has this mode. Files in memory are never part of an item's JSON.
describeFolders(
	[join(__dirname, 'examples')],
	{ ...fastPauses, N8N_DEFAULT_BINARY_DATA_MODE: 'default' },
	'2.41',
);

import { join } from 'node:path';
import { describeFolders } from './support/sharedN8n';
import { fastPauses } from './support/triggerBench';

// n8n 3.0 no longer has this mode. With files in memory, n8n doesn't keep them within an item's JSON.
describeFolders(
	[join(__dirname, 'examples')],
	{ ...fastPauses, N8N_DEFAULT_BINARY_DATA_MODE: 'default' },
	'2.41',
);

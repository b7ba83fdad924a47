import { join } from 'node:path';
import { describeFolders } from './support/sharedN8n';
import { fastPauses } from './support/triggerBench';

// n8n 3.0 has this no more. Files within items n8n keeps only where they are not in memory.
describeFolders(
	[join(__dirname, 'examples')],
	{ ...fastPauses, N8N_DEFAULT_BINARY_DATA_MODE: 'default' },
	'2.41',
);

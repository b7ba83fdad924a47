import { join } from 'node:path';
import { describeFolders } from './support/sharedN8n';
import { fastPauses } from './support/triggerBench';

// n8n 3.0 has this no more, and 2.8 no files within items.
describeFolders(
	[join(__dirname, 'next'), join(__dirname, 'examples')],
	{ ...fastPauses, N8N_DEFAULT_BINARY_DATA_MODE: 'default' },
	'2.41',
);

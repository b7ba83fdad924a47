import { join } from 'node:path';
import { describeFolders } from './support/sharedN8n';
import { fastPauses } from './support/triggerBench';

describeFolders(
	[join(__dirname, 'next'), join(__dirname, 'examples')],
	{ ...fastPauses, N8N_DEFAULT_BINARY_DATA_MODE: 'database' },
	'3.0',
);

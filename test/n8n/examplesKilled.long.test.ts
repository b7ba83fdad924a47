import { join } from 'node:path';
import { describeFolders } from './support/sharedN8n';

describeFolders([join(__dirname, 'examples', 'killed')]);

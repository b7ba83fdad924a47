import type { Resource } from '../../operation';
import { getThumbnail } from './getThumbnail';

export const fax: Resource = { value: 'fax', name: 'Fax', operations: [getThumbnail] };

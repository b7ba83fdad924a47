import type { Resource } from '../../operation';
import { getAll } from './getAll';

export const contact: Resource = { value: 'contact', name: 'Contact', operations: [getAll] };

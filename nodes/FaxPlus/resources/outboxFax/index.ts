import type { Resource } from '../../operation';
import { deleteOperation } from './delete';

export const outboxFax: Resource = { value: 'outboxFax', name: 'Outbox Fax', operations: [deleteOperation] };

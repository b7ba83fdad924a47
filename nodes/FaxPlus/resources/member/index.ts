import type { Resource } from '../../operation';
import { getAll } from './getAll';
import { update } from './update';

export const member: Resource = { value: 'member', name: 'Member', operations: [getAll, update] };

import type { Resource } from '../../operation';
import { update } from './update';

export const member: Resource = { value: 'member', name: 'Member', operations: [update] };

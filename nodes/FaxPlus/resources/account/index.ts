import type { Resource } from '../../operation';
import { getPlan } from './getPlan';

export const account: Resource = { value: 'account', name: 'Account', operations: [getPlan] };

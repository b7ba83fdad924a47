import type { Resource } from '../../operation';
import { get } from './get';
import { getPlan } from './getPlan';

export const account: Resource = { value: 'account', name: 'Account', operations: [get, getPlan] };

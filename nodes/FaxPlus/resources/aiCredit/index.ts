import type { Resource } from '../../operation';
import { get } from './get';

export const aiCredit: Resource = { value: 'aiCredit', name: 'AI Credit', operations: [get] };

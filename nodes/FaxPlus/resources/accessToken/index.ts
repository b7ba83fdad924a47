import type { Resource } from '../../operation';
import { get } from './get';

export const accessToken: Resource = { value: 'accessToken', name: 'Access Token', operations: [get] };

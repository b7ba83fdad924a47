import type { Resource } from '../../operation';
import { get } from './get';

export const fieldExtraction: Resource = {
	value: 'fieldExtraction',
	name: 'Field Extraction',
	operations: [get],
};

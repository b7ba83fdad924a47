import type { Resource } from '../../operation';
import { correct } from './correct';
import { get } from './get';

export const fieldExtraction: Resource = {
	value: 'fieldExtraction',
	name: 'Field Extraction',
	operations: [get, correct],
};

import type { Resource } from '../../operation';
import { create } from './create';
import { getAll } from './getAll';
import { update } from './update';

export const customField: Resource = {
	value: 'customField',
	name: 'Custom Field',
	description: 'Fields that Fax AI extracts from faxes',
	operations: [getAll, create, update],
};

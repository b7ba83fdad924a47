import type { Resource } from '../../operation';
import { create } from './create';
import { deleteOperation } from './delete';
import { getAll } from './getAll';

export const legacyHook: Resource = {
	value: 'legacyHook',
	name: 'Legacy Hook (To Be Decommissioned)',
	description: 'The old way to be notified, to be switched off by the service',
	operations: [getAll, create, deleteOperation],
};

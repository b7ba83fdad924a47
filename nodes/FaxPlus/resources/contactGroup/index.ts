import type { Resource } from '../../operation';
import { deleteOperation } from './delete';
import { share } from './share';

export const contactGroup: Resource = {
	value: 'contactGroup',
	name: 'Contact Group',
	operations: [share, deleteOperation],
};

import type { Resource } from '../../operation';
import { assign } from './assign';
import { get } from './get';
import { getAll } from './getAll';
import { revoke } from './revoke';

export const number: Resource = {
	value: 'number',
	name: 'Number',
	description: 'The numbers of the account, and the members who use them',
	operations: [get, getAll, assign, revoke],
};

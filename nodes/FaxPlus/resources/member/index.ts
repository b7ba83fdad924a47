import type { Resource } from '../../operation';
import { get } from './get';
import { getAll } from './getAll';
import { invite } from './invite';
import { update } from './update';

export const member: Resource = {
	value: 'member',
	name: 'Member',
	operations: [get, getAll, update, invite],
};

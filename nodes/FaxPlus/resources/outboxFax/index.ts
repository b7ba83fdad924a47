import type { Resource } from '../../operation';
import { deleteOperation } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

export const outboxFax: Resource = {
	value: 'outboxFax',
	name: 'Outbox Fax',
	description: 'Outgoing faxes that have not gone yet',
	operations: [get, getAll, update, deleteOperation],
};

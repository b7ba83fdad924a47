import type { Resource } from '../../operation';
import { check } from './check';
import { create } from './create';
import { deleteOperation } from './delete';
import { getAll } from './getAll';
import { update } from './update';

export const webhookEndpoint: Resource = {
	value: 'webhookEndpoint',
	name: 'Webhook Endpoint',
	description: 'Addresses that the service notifies of fax events',
	operations: [check, getAll, create, update, deleteOperation],
};

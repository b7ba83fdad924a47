import type { INodeProperties } from 'n8n-workflow';

/** Fields that several operations share, with one wording. */

export const userIdField: INodeProperties = {
	displayName: 'User ID',
	name: 'userId',
	type: 'string',
	default: 'self',
	placeholder: 'e.g. 13d8z73c',
	description:
		'"self" for the account of the credential. Administrators of a corporate account may enter the ID of a member.',
};

export const faxIdField: INodeProperties = {
	displayName: 'Fax ID',
	name: 'faxId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 2cd9f7e1a2b3',
	description: 'ID of the fax, from the data of a Fax.Plus Trigger item',
};

export const returnAllFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		displayOptions: { show: { returnAll: [false] } },
		default: 50,
		description: 'Max number of results to return',
	},
];

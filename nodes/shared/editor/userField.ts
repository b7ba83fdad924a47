import type { INodeProperties } from 'n8n-workflow';

/** The user whose things are meant, where the service lets administrators name one. */
export const userIdField: INodeProperties = {
	displayName: 'User ID',
	name: 'userId',
	type: 'string',
	default: 'self',
	placeholder: 'e.g. 13d8z73c',
	description:
		'"self" for the account of the credential. Administrators of a corporate account may enter the ID of a member.',
};

import { field } from './field';
import { listField } from './listField';

/** Field for the format in which a document is requested. */
export const formatField = field('options', 'Format', 'format', {
	options: [
		{ name: 'PDF', value: 'pdf' },
		{ name: 'TIFF', value: 'tiff', description: 'One file with all pages' },
	],
	default: 'pdf',
	description: "The format to request. The output shows the file's actual format.",
});

/** Field for the binary field that the file goes into. */
export const outputFieldField = field('string', 'Put Output File in Field', 'binaryPropertyName', {
	required: true,
	default: 'data',
	placeholder: 'e.g. data',
	description: 'The name of the output binary field to put the file in',
});

/** Field that selects one of the two ways to authenticate. It's the first field of all nodes. */
export const authenticationField = field('options', 'Authentication', 'authentication', {
	noDataExpression: true,
	options: [
		{
			name: 'Access Token',
			value: 'accessToken',
			description: 'A personal access token that you create in Fax.Plus',
		},
		{ name: 'OAuth2', value: 'oAuth2', description: 'Log in to Fax.Plus and allow access' },
	],
	default: 'accessToken',
	description: 'How to connect to Fax.Plus',
});

/** Field for the user whose faxes or numbers are used. Administrators can select a member. */
export const userIdField = listField('User ID', 'userId', 'searchUsers', {
	description:
		'The account to use. "self" is the account of the credential. Administrators can select a member.',
	required: false,
	// n8n only adds `__rl` outside of collections, and its editor needs it to switch to an expression.
	default: { __rl: true, mode: 'list', value: 'self' },
	placeholder: 'Select an account…',
	byHand: { placeholder: 'e.g. 13d8z73c' },
});

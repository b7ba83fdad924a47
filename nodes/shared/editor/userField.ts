import { field } from './field';

/** The user whose things are meant, where the service lets administrators name one. */
export const userIdField = field('string', 'User ID', 'userId', {
	default: 'self',
	placeholder: 'e.g. 13d8z73c',
	description:
		'"self" for the account of the credential. Administrators of a corporate account may enter the ID of a member.',
});

import { field } from './field';

/** Selects between the two ways to authenticate; all nodes begin with it. */
export const authenticationField = field('options', 'Authentication', 'authentication', {
	noDataExpression: true,
	options: [
		{ name: 'Access Token', value: 'accessToken', description: 'A personal access token of your account' },
		{ name: 'OAuth2', value: 'oAuth2', description: 'Log in to Fax.Plus and permit access' },
	],
	default: 'accessToken',
});

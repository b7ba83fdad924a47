import { tokenGuidance, tokenIn } from '../../../../../shared/editor/accessTokenCheck';
import type { Reader } from '../../../../../shared/http/requests';
import type { TokenInformation } from '../../../../../shared/records';
import type { Resource } from '../../../../operation';
import { plainly, subject } from '../finding';

/** In milliseconds. */
const DAY = 24 * 60 * 60 * 1000;

/** Days before its end from which on a token is worth a warning. */
const WARNING = 14;

const NEW_TOKEN =
	'In Fax.Plus, under Profile > Integrations > Personal Access Tokens, create a token with the scopes that you need (fax:all:read and fax:all:edit cover all), and enter it in the credential.';

/** The first request: without a good answer to it nothing else can be found out. */
export const accessToken = subject(
	'Access token',
	{ ...tokenGuidance, hasTimeout: true },
	async ({ service }) => {
		const { token_type: type, scopes: held } = await readToken(service);
		if (type === 'oauth') return plainly(true, 'OAuth2: the service knows the token.');
		if (held.length > 0) return plainly(true, 'The service knows the personal access token.');
		const finding = 'The service knows the token, but it has no scopes: it permits nothing.';
		return plainly(false, finding, NEW_TOKEN);
	},
);

export const scopes = subject('Scopes', tokenGuidance, async ({ service, resources }) => {
	const { token_type: type, scopes: held } = await readToken(service);
	if (type === 'oauth') return plainly(true, 'OAuth2 permits all that the user may do.');
	const missing = operationsWithout(held, resources);
	if (missing.length === 0) return plainly(true, 'The token permits all operations.');
	const whatToDo = `If you need one of these, a token with more scopes is needed. ${NEW_TOKEN}`;
	return plainly(null, `The token does not permit: ${missing.join('; ')}.`, whatToDo);
});

export const expiry = subject('Expiry', tokenGuidance, async ({ service }) => {
	const { token_type: type, expiration_date: end } = await readToken(service);
	if (type === 'oauth') return plainly(true, 'n8n renews the token by itself.');
	if (typeof end !== 'number') return plainly(null, 'The service does not tell when the token expires.');
	const days = Math.floor((end - Date.now()) / DAY);
	return days >= WARNING
		? plainly(true, 'The token is valid for more than two weeks.')
		: plainly(false, `The token expires in ${days} days.`, `All workflows with it fail then. ${NEW_TOKEN}`);
});

async function readToken(reader: Reader): Promise<TokenInformation & { expiration_date?: unknown }> {
	return tokenIn(await reader.read({ path: '/auth/token' }));
}

/** The operations for which none of the scopes is held, by resource. */
function operationsWithout(held: readonly string[], resources: readonly Resource[]): string[] {
	return resources.flatMap((resource) => {
		const lacking = resource.operations.filter((operation) => !isPermitted(operation.scopes, held));
		const names = lacking.map(({ name }) => name).join(', ');
		return names === '' ? [] : [`${resource.name}: ${names}`];
	});
}

/** Each text is a scope, several that are needed together, or a sentence that begins with "and" on what else may be needed. */
function isPermitted(texts: readonly string[], held: readonly string[]): boolean {
	const ways = texts.filter((text) => !text.startsWith('and '));
	return (
		ways.length === 0 ||
		ways.some((way) => (way.match(/fax:\w+:\w+/g) ?? []).every((scope) => held.includes(scope)))
	);
}

import type {
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { toText } from '../values/fieldValues';
import { fingerprintOf } from '../values/fingerprint';
import { InputError } from '../values/inputError';
import { misplaced, misplacedInClear, refuse } from '../values/misplacedSecrets';

/** The kinds of n8n functions that can make requests. */
export type ApiContext =
	IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IPollFunctions | IWebhookFunctions;

/** Values of the `authentication` field. */
export type Authentication = 'accessToken' | 'oAuth2';

/** An account in Fax.Plus, as a credential describes it, and the n8n function that authenticates requests to it. */
export interface Account {
	context: ApiContext;
	credentialType: string;
	/** Address of the API, without a slash at the end. */
	baseUrl: string;
	clientId: string | undefined;
	/** Stands for whoever the requests are made for, as long as the credential has the same token. */
	key: string;
}

/** Reads the account from a credential of the node. An InputError says what the credential lacks. */
export async function readAccount(context: ApiContext, authentication: Authentication): Promise<Account> {
	const isOAuth2 = authentication === 'oAuth2';
	const credentialType = isOAuth2 ? 'faxPlusOAuth2Api' : 'faxPlusApi';
	const credentials = await context.getCredentials(credentialType);
	const baseUrl = baseUrlFrom(credentials['baseUrl']);
	const account = { context, credentialType, baseUrl };
	if (!isOAuth2) {
		const key = keyOf(baseUrl, accessTokenFrom(credentials['accessToken']));
		return { ...account, clientId: undefined, key };
	}
	refuse(misplacedInClear(credentials['clientId'], '"Client ID" in the OAuth2 credential', 'clientId'));
	refuse(misplaced(credentials['clientSecret'], '"Client Secret" in the OAuth2 credential'));
	refuse(
		misplacedInClear(credentials['authorizationServer'], '"Authorization Server" in the OAuth2 credential'),
	);
	const server = toText(credentials['authorizationServer']);
	if (URL.canParse(server)) refuseUnencrypted(new URL(server), '"Authorization Server"');
	const token = credentials['oauthTokenData'] as { access_token?: unknown } | undefined;
	if (token?.access_token)
		return {
			...account,
			clientId: toText(credentials['clientId']),
			key: keyOf(baseUrl, toText(token.access_token)),
		};
	throw new InputError("The OAuth2 credential isn't connected. Open it and connect your account.");
}

function keyOf(baseUrl: string, token: string): string {
	return fingerprintOf(JSON.stringify([baseUrl, token]));
}

/** Reads the API's address from a credential, ready for paths to be appended (docs/contributing/api.md, "Basics"). */
export function baseUrlFrom(value: unknown): string {
	refuse(misplacedInClear(value, '"Base URL" in the credential'));
	const text = typeof value === 'string' ? value.trim().replace(/(?<!\/)\/+$/, '') : '';
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (!url || !/^https?:$/.test(url.protocol) || /[?#]/.test(text))
		throw new InputError(
			'"Base URL" in the credential isn\'t an address. Open the credential and enter one such as https://restapi.fax.plus/v3.',
		);
	refuseUnencrypted(url, '"Base URL"');
	return text;
}

/** Refuses an address to which a token would travel unencrypted, unless it's on this machine, as with a simulator. */
function refuseUnencrypted(url: URL, field: string): void {
	if (url.protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)) return;
	throw new InputError(
		`${field} in the credential begins with ${url.protocol}//, so anyone on the way could read the token. Open the credential and enter an address that begins with https://.`,
	);
}

/** Reads a personal access token, without spaces or the word "Bearer" around it (docs/contributing/api.md, "Authentication"). */
export function accessTokenFrom(value: unknown): string {
	refuse(misplaced(value, '"Access Token" in the credential', 'accessToken'));
	const token = typeof value === 'string' ? value.trim().replace(/^Bearer(\s+|$)/i, '') : '';
	if (token === '')
		throw new InputError(
			'"Access Token" in the credential is empty. Open the credential and enter a personal access token, or check its expression.',
		);
	if (!/^[\x21-\x7e]+$/.test(token))
		throw new InputError(
			'"Access Token" in the credential has a space, a line break or another character that no token has. Open the credential and enter only the token.',
		);
	return token;
}

import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IN8nHttpFullResponse,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { accessTokenFrom, baseUrlFrom } from '../http/account';
import { Deadline } from '../http/deadline';
import { fromAnswer, fromConnectionError, ServiceFault, unexpectedAnswer } from '../http/faults';
import type { TokenInformation } from '../records';
import { InputError } from '../values/inputError';
import { NOTHING_AT_BASE_URL, type Guidance } from './advice';
import { messageWithAdvice } from './errors';

/** Time limit of the request, in milliseconds. */
const TIMEOUT = 20_000;

/** Every account has token information. So if it isn't found, something other than Fax.Plus has responded. */
export const tokenGuidance: Guidance = { scopes: [], advice: { '404': NOTHING_AT_BASE_URL } };

/**
 * Tests a personal access token with GET /auth/token. It's a function, because for a declarative test n8n only shows the
 * status text.
 */
export async function accessTokenTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	try {
		const scopes = (await scopesOf(this, credential.data ?? {})).join(', ') || 'none';
		return { status: 'OK', message: `Fax.Plus accepts this token. Its scopes: ${scopes}` };
	} catch (error) {
		return { status: 'Error', message: whatIsWrong(error) };
	}
}

function whatIsWrong(error: unknown): string {
	if (error instanceof InputError) return error.message;
	const fault = error instanceof ServiceFault ? error : fromConnectionError(error);
	if (fault) return messageWithAdvice(fault, tokenGuidance);
	return 'n8n couldn\'t send the request. Check that "Base URL" is an address, and that "Access Token" is complete and has no line break.';
}

async function scopesOf(
	{ helpers }: ICredentialTestFunctions,
	data: NonNullable<ICredentialsDecrypted['data']>,
): Promise<string[]> {
	const accessToken = accessTokenFrom(data['accessToken']);
	const baseUrl = baseUrlFrom(data['baseUrl']);
	// Credential tests only have this deprecated function, because its replacement is only for nodes.
	const asking = helpers.request({
		method: 'GET',
		uri: `${baseUrl}/auth/token`,
		headers: { Accept: 'application/json', Authorization: `Bearer ${accessToken}` },
		json: true,
		simple: false,
		resolveWithFullResponse: true,
		followRedirect: false,
		timeout: TIMEOUT,
	}) as Promise<IN8nHttpFullResponse>;
	// The timeout of the request doesn't cover a body that never ends.
	const { statusCode, headers, body } = await new Deadline(TIMEOUT).limit(asking);
	if (statusCode >= 300) throw fromAnswer(statusCode, body, headers);
	return tokenIn(body, statusCode).scopes;
}

/** Reads the token information from a response. Both of its fields are always there, so nothing else is mistaken for it. */
export function tokenIn(body: unknown, status?: number): TokenInformation {
	const token = (body ?? {}) as TokenInformation;
	if (typeof token.token_type === 'string' && Array.isArray(token.scopes)) return token;
	throw unexpectedAnswer("The response isn't from Fax.Plus", 'refused', status);
}

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

/** In milliseconds. */
const TIMEOUT = 20_000;

/** Every account has its token information, so what does not find it is not the service. */
export const tokenGuidance: Guidance = { scopes: [], advice: { '404': NOTHING_AT_BASE_URL } };

/** Tests a personal access token by GET /auth/token. A function, as n8n shows only the status text of a declared request. */
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
	// Credential tests have no other request function; its newer replacement is for nodes only.
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
	// The timeout of the request covers no body that comes to no end.
	const { statusCode, headers, body } = await new Deadline(TIMEOUT).limit(asking);
	if (statusCode >= 300) throw fromAnswer(statusCode, body, headers);
	return tokenIn(body, statusCode).scopes;
}

/** The token information in an answer: both of its fields are always there, so that nothing else passes for it. */
export function tokenIn(body: unknown, status?: number): TokenInformation {
	const token = (body ?? {}) as TokenInformation;
	if (typeof token.token_type === 'string' && Array.isArray(token.scopes)) return token;
	throw unexpectedAnswer("The answer doesn't come from Fax.Plus", 'refused', status);
}

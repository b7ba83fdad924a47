import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { isAddress } from '../values/addresses';
import { fromAnswer, fromConnectionError } from '../service/faults';
import { toText } from '../values/text';
import type { TokenInformation } from '../service/types';

interface FullResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/**
 * Tests a personal access token by GET /auth/token, which needs no scope. A function rather than a declared request,
 * because n8n shows only the status text of a declared one, and the service's own message says more.
 */
export async function accessTokenTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const accessToken = toText(credential.data?.['accessToken']);
	const baseUrl = toText(credential.data?.['baseUrl']).replace(/\/+$/, '');
	if (accessToken === '')
		return { status: 'Error', message: 'Access Token is empty. Enter a personal access token.' };
	if (!isAddress(baseUrl))
		return {
			status: 'Error',
			message: 'The Base URL is not an address such as https://restapi.fax.plus/v3.',
		};

	// Credential tests have no other request function; its newer replacement is for nodes only.
	const { request } = this.helpers;
	try {
		const response = (await request({
			method: 'GET',
			uri: `${baseUrl}/auth/token`,
			headers: { Accept: 'application/json', Authorization: `Bearer ${accessToken}` },
			json: true,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
			timeout: 20_000,
		})) as FullResponse;
		return verdictOn(response);
	} catch (error) {
		const { message } = fromConnectionError(error) ?? (error as Error);
		return { status: 'Error', message: `${message}. Check the Base URL.` };
	}
}

function verdictOn({ statusCode, headers, body }: FullResponse): INodeCredentialTestResult {
	const information = body as Partial<TokenInformation> | undefined;
	if (statusCode === 200 && typeof information?.token_type === 'string') {
		const scopes = information.scopes?.join(', ') ?? '';
		return { status: 'OK', message: `The service knows this token. Its scopes: ${scopes || 'none'}` };
	}
	if (statusCode < 300) {
		return { status: 'Error', message: 'The answer does not come from the service. Check the Base URL.' };
	}
	const { message, code, status } = fromAnswer(statusCode, body, headers);
	const details = [...(code === undefined ? [] : [code]), `HTTP ${String(status)}`].join(', ');
	return { status: 'Error', message: `${message} (${details})` };
}

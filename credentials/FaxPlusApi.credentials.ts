import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	Icon,
	INodeProperties,
} from 'n8n-workflow';

import { allowedDomains } from '../nodes/shared/editor/allowedDomains';
import { accessTokenFrom } from '../nodes/shared/http/account';

/** Fax.Plus personal access token, sent as a bearer token. */
export class FaxPlusApi implements ICredentialType {
	name = 'faxPlusApi';
	displayName = 'Fax.Plus API';
	icon: Icon = { light: 'file:../icons/faxplus.svg', dark: 'file:../icons/faxplus.dark.svg' };
	documentationUrl = 'https://github.com/n8n-nodes-faxplus/n8n-nodes-faxplus#access-token';

	properties: INodeProperties[] = [
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			placeholder: 'e.g. alohi_pat_…',
			description:
				'A personal access token from Fax.Plus. Create one under Profile > Integrations > Personal Access Tokens, and replace it before it expires.',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: 'https://restapi.fax.plus/v3',
			description: 'The address of the Fax.Plus API, with its version at the end',
		},
		...allowedDomains,
	];

	// This is a function, because n8n can't evaluate declarative expressions once a trigger is deactivated. That's when the
	// trigger deletes its endpoint in Fax.Plus.
	authenticate: IAuthenticate = (
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const accessToken = accessTokenFrom(credentials['accessToken']);
		return Promise.resolve({
			...requestOptions,
			headers: { ...requestOptions.headers, Authorization: `Bearer ${accessToken}` },
		});
	};
}

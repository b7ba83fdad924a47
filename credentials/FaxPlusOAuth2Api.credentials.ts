import type { ICredentialType, Icon, INodeProperties } from 'n8n-workflow';

import { allowedDomains } from '../nodes/shared/editor/allowedDomains';

/** OAuth 2.0 authorization code grant for Fax.Plus. */
export class FaxPlusOAuth2Api implements ICredentialType {
	name = 'faxPlusOAuth2Api';
	extends = ['oAuth2Api'];
	displayName = 'Fax.Plus OAuth2 API';
	icon: Icon = { light: 'file:../icons/faxplus.svg', dark: 'file:../icons/faxplus.dark.svg' };
	documentationUrl = 'https://github.com/n8n-nodes-faxplus/n8n-nodes-faxplus#oauth2';

	properties: INodeProperties[] = [
		{ displayName: 'Grant Type', name: 'grantType', type: 'hidden', default: 'authorizationCode' },
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: 'https://restapi.fax.plus/v3',
			// The hint about HTTP requests is in this tooltip, because few people need it. A notice would push Connect down in
			// n8n 2.8.
			description:
				'The address of the Fax.Plus API, with its version at the end. In an HTTP Request node, also send the Client ID as header x-fax-clientid.',
		},
		{
			displayName: 'Authorization Server',
			name: 'authorizationServer',
			type: 'string',
			required: true,
			default: 'https://accounts.fax.plus',
			description: 'The address of the Fax.Plus login',
		},
		{
			displayName: 'Authorization URL',
			name: 'authUrl',
			type: 'hidden',
			default: '={{$self["authorizationServer"].trim().replace(/\\/+$/, "")}}/login',
		},
		{
			displayName: 'Access Token URL',
			name: 'accessTokenUrl',
			type: 'hidden',
			default: '={{$self["authorizationServer"].trim().replace(/\\/+$/, "")}}/token',
		},
		{ displayName: 'Scope', name: 'scope', type: 'hidden', default: 'all' },
		{ displayName: 'Auth URI Query Parameters', name: 'authQueryParameters', type: 'hidden', default: '' },
		{ displayName: 'Authentication', name: 'authentication', type: 'hidden', default: 'header' },
		...allowedDomains,
	];
}

import type { INodeProperties } from 'n8n-workflow';

/**
 * n8n's fields that limit where HTTP Request sends a credential. n8n adds them to each credential with the default "All".
 * These have the same names, so they take the place of n8n's. By default, HTTP Request only sends the token to Fax.Plus, but
 * users can change that.
 *
 * n8n doesn't apply them to the nodes of this package, which send the token to the Base URL.
 */
export const allowedDomains: INodeProperties[] = [
	{
		displayName: 'Allowed HTTP Request Domains',
		name: 'allowedHttpRequestDomains',
		type: 'options',
		options: [
			{ name: 'All', value: 'all', description: 'HTTP Request can send the token to any address' },
			{ name: 'None', value: 'none', description: "HTTP Request can't use this credential" },
			{
				name: 'Specific Domains',
				value: 'domains',
				description: 'HTTP Request can send the token to these domains only',
			},
		],
		default: 'domains',
		description: 'Where HTTP Request can send the token. The nodes of this package always use the Base URL.',
	},
	{
		displayName: 'Allowed Domains',
		name: 'allowedDomains',
		type: 'string',
		default: 'restapi.fax.plus',
		placeholder: 'e.g. restapi.fax.plus, *.example.com',
		description: 'The domains for HTTP Request, separated by commas. "*." stands for any subdomain.',
		displayOptions: { show: { allowedHttpRequestDomains: ['domains'] } },
	},
];

import { permissionAdvice, type Guidance } from './advice';

const READ_SCOPES = ['fax:webhook:read', 'fax:all:read'];
const EDIT_SCOPES = ['fax:webhook:edit', 'fax:all:edit'];

const BOTH_SCOPES =
	'A personal access token needs the scopes fax:webhook:read and fax:webhook:edit, or fax:all:read and fax:all:edit.';

/** What permits reading endpoints, and what the service's refusals mean (docs/api.md, "Webhook endpoints"). */
export const endpointRead: Guidance = guidanceFor(READ_SCOPES);

/** The same for changing them. */
export const endpointEdit: Guidance & { howToCheck: string } = {
	...guidanceFor(EDIT_SCOPES),
	howToCheck: 'List the endpoints with "Get Many" before you run it again.',
};

/** The same for creating one, which lists them too. */
export const endpointCreation: Guidance & { howToCheck: string } = {
	...endpointEdit,
	advice: { ...endpointEdit.advice, '403': forbidden(BOTH_SCOPES) },
};

/** The same for a trigger, which reads and changes endpoints, and whose activation is tried again. */
export const triggerGuidance: Guidance = {
	...endpointRead,
	advice: { ...endpointRead.advice, '403': forbidden(BOTH_SCOPES) },
};

/** The same for operations on one endpoint, where "not found" most often means that endpoint. */
export const oneEndpointEdit: Guidance & { howToCheck: string } = {
	...endpointEdit,
	advice: {
		...endpointEdit.advice,
		'404':
			'There is no endpoint with this ID (list them with "Get Many"), or webhooks are not enabled: turn them on in Fax.Plus, under Settings > Integrations.',
	},
};

function forbidden(whatIsNeeded: string): string {
	return `The account lacks the webhooks feature of the Enterprise plan, or the token may not do this. ${whatIsNeeded}`;
}

function guidanceFor(scopes: string[]): Guidance {
	return {
		scopes,
		advice: {
			'403': forbidden(permissionAdvice({ scopes })),
			'404':
				'Webhooks are not enabled: turn them on in Fax.Plus, under Settings > Integrations. If they are on, check the Base URL in the credential.',
		},
	};
}

import { permissionAdvice, type Guidance } from './advice';

const BOTH_SCOPES =
	'A personal access token needs the scopes fax:webhook:read and fax:webhook:edit, or fax:all:read and fax:all:edit.';

/** What permits reading endpoints, and what the service's refusals mean (docs/contributing/api.md, "Webhook endpoints"). */
export const endpointRead: Guidance = guidanceFor(['fax:webhook:read', 'fax:all:read']);

/** The same for a trigger, which reads and changes endpoints, and whose activation is tried again. */
export const triggerGuidance: Guidance = guidanceFor(endpointRead.scopes, { '403': forbidden(BOTH_SCOPES) });

/** The same for creating an endpoint, which lists them too. */
export const endpointCreation = editWith({ '403': forbidden(BOTH_SCOPES) });

/** The same for operations on one endpoint, where "not found" most often means that endpoint. */
export const oneEndpointEdit = editWith({
	'404':
		'There is no endpoint with this ID (list them with "Get Many"), or webhooks are not enabled: turn them on in Fax.Plus, under Settings > Integrations.',
});

function editWith(advice: Guidance['advice']): Guidance & { howToCheck: string } {
	const howToCheck = 'List the endpoints with "Get Many" before you run it again.';
	return { ...guidanceFor(['fax:webhook:edit', 'fax:all:edit'], advice), howToCheck };
}

function guidanceFor(scopes: readonly string[], advice?: Guidance['advice']): Guidance {
	return {
		scopes,
		advice: {
			'403': forbidden(permissionAdvice({ scopes })),
			'404':
				'Webhooks are not enabled: turn them on in Fax.Plus, under Settings > Integrations. If they are on, check the Base URL in the credential.',
			...advice,
		},
	};
}

function forbidden(whatIsNeeded: string): string {
	return `The account lacks the webhooks feature of the Enterprise plan, or the token may not do this. ${whatIsNeeded}`;
}

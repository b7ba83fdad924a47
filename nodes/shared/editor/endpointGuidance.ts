import { permissionAdvice, type Guidance } from './advice';

const BOTH_SCOPES =
	'A personal access token needs the scopes fax:webhook:read and fax:webhook:edit, or fax:all:read and fax:all:edit.';

/** Scopes that allow reading endpoints, and advice if Fax.Plus refuses it (docs/contributing/api.md, "Webhook endpoints"). */
export const endpointRead: Guidance = guidanceFor(['fax:webhook:read', 'fax:all:read']);

/**
 * Guidance for a trigger, which reads and changes endpoints. It doesn't say how to check a change, because n8n or the trigger
 * tries again.
 */
export const triggerGuidance: Guidance = guidanceFor(endpointRead.scopes, { '403': forbidden(BOTH_SCOPES) });

/** Guidance for creating an endpoint, which also lists endpoints. */
export const endpointCreation = editWith({ '403': forbidden(BOTH_SCOPES) });

/** Guidance for operations on one endpoint, where "not found" usually means that endpoint. */
export const oneEndpointEdit = editWith({
	'404':
		'Check "Webhook Endpoint". Fax.Plus can\'t find it, or webhooks are off. List the endpoints with "Get Many". To turn webhooks on, open Settings > Integrations in Fax.Plus.',
});

/** Guidance for a change, with how to check whether it was carried out if that's unknown. */
function editWith(advice: Guidance['advice']): Guidance & { howToCheck: string } {
	const howToCheck = 'List the endpoints with "Get Many" before you run the node again.';
	return { ...guidanceFor(['fax:webhook:edit', 'fax:all:edit'], advice), howToCheck };
}

function guidanceFor(scopes: readonly string[], advice?: Guidance['advice']): Guidance {
	return {
		scopes,
		advice: {
			'403': forbidden(permissionAdvice({ scopes })),
			'404':
				'Turn webhooks on in Fax.Plus, under Settings > Integrations. If they\'re on, check "Base URL" in the credential.',
			...advice,
		},
	};
}

function forbidden(whatIsNeeded: string): string {
	return `Webhooks need an Enterprise plan, and a token with the right scopes. ${whatIsNeeded}`;
}

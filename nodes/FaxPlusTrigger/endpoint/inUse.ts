import type { IWebhookFunctions } from 'n8n-workflow';

import { leases } from './leases';
import { EndpointMemory } from './memory';

/**
 * The endpoint that a trigger uses, while it takes a delivery. What this process knows is newer than what the workflow
 * remembers, which work for later cannot change.
 *
 * @returns its id; undefined when neither knows one
 */
export function endpointIdOf(context: IWebhookFunctions): string | undefined {
	// Asked while a request is handled, n8n only knows the production URL.
	const url = context.getMode() === 'manual' ? undefined : context.getNodeWebhookUrl('default');
	const leased = url === undefined ? undefined : leases.active(url)?.endpoint?.id;
	return leased ?? new EndpointMemory(context).endpointId;
}

import type { IPollFunctions } from 'n8n-workflow';

import { fingerprintOf } from '../values/fingerprint';

/**
 * Fingerprint of a workflow in an n8n instance. It's in the static data, next to the time of the registration and the known
 * faxes. An export includes static data, but not n8n's store. So in another instance, faxes that have started the workflow
 * would look missed.
 *
 * n8n derives an instance's ID from its encryption key. So two instances with the same key are treated as one, unless one
 * has its own `N8N_INSTANCE_ID`.
 */
export function homeOf(context: Pick<IPollFunctions, 'getInstanceId' | 'getWorkflow'>): string {
	return fingerprintOf(JSON.stringify([context.getInstanceId(), context.getWorkflow().id]));
}

/** Whether saved data belongs to a workflow and n8n instance. Data that names neither is accepted, too. */
export function countsAt(home: string, noted: { home?: string | undefined }): boolean {
	return noted.home === undefined || noted.home === home;
}

import type { IPollFunctions } from 'n8n-workflow';

import { fingerprintOf } from '../values/fingerprint';

/**
 * Stands for a workflow in an n8n. Since when a trigger is registered, and which faxes it has seen, is noted in static data with
 * this, because an export takes static data along, but not what n8n's store knows: elsewhere faxes that have passed would count
 * as missed. An n8n with the same encryption key counts as the same one unless it has an
 * `N8N_INSTANCE_ID` of its own, as its id is made of the key.
 */
export function homeOf(context: Pick<IPollFunctions, 'getInstanceId' | 'getWorkflow'>): string {
	return fingerprintOf(JSON.stringify([context.getInstanceId(), context.getWorkflow().id]));
}

/** Whether what was noted counts at a home: also what says of none. */
export function countsAt(home: string, noted: { home?: string | undefined }): boolean {
	return noted.home === undefined || noted.home === home;
}

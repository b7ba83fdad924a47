import type { IHookFunctions, IPollFunctions } from 'n8n-workflow';

/** How far an active trigger looks back if n8n has lost its memory, in milliseconds. */
export const LOOK_BACK = 5 * 24 * 3_600_000;

/** Whether n8n activates a trigger that was published before, because n8n starts or another main process becomes the leader. */
export function isStartOf(context: IHookFunctions | IPollFunctions): boolean {
	return ['init', 'leadershipChange'].includes(context.getActivationMode());
}

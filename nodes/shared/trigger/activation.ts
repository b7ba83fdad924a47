import type { IHookFunctions, IPollFunctions } from 'n8n-workflow';

/** How far a trigger looks back that was active, when n8n has lost since when, in milliseconds. */
export const LOOK_BACK = 5 * 24 * 3_600_000;

/** Whether n8n activates a trigger that was published before: at its start, or as another main process leads from now on. */
export function isStartOf(context: IHookFunctions | IPollFunctions): boolean {
	return ['init', 'leadershipChange'].includes(context.getActivationMode());
}

import type { IHookFunctions, IPollFunctions } from 'n8n-workflow';

/** Whether n8n activates a trigger that was published before: at its start, or as another main process leads from now on. */
export function isStartOf(context: IHookFunctions | IPollFunctions): boolean {
	return ['init', 'leadershipChange'].includes(context.getActivationMode());
}

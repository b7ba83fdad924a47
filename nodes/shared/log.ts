import type { IExecuteFunctions, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

/** What tells which trigger it is. */
export type Named = Pick<IExecuteFunctions | IHookFunctions | IWebhookFunctions, 'getNode' | 'getWorkflow'>;

/** How log lines call a trigger. */
export function nameOf(context: Named): string {
	const { id, name } = context.getWorkflow();
	const { type, name: nodeName } = context.getNode();
	const kind = /faxPlusPollingTrigger$/.test(type) ? 'Fax.Plus Polling Trigger' : 'Fax.Plus Trigger';
	return `${kind} "${nodeName}" of workflow "${name ?? ''}" (${id ?? 'not saved'})`;
}

/** The key of a node in what this process remembers: its workflow's id and its own. */
export function keyOf(context: Named): string {
	return JSON.stringify([context.getWorkflow().id, context.getNode().id]);
}

/** Writes a line about a trigger to n8n's log. */
export function log(
	context: Named & Pick<IHookFunctions, 'logger'>,
	level: 'debug' | 'info' | 'warn' | 'error',
	text: string,
): void {
	context.logger[level](`${nameOf(context)}: ${text}`);
}

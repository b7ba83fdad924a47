import type { IExecuteFunctions, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

/** A context that knows its node. */
export type Named = Pick<IExecuteFunctions | IHookFunctions | IWebhookFunctions, 'getNode' | 'getWorkflow'>;

/** Names of the nodes, by the end of their type. */
const KINDS = [
	[/faxPlusPollingTrigger$/, 'Fax.Plus Polling Trigger'],
	[/faxPlusTrigger$/, 'Fax.Plus Trigger'],
] as const;

/** Returns the name of a node in log lines. */
function nameOf(context: Named): string {
	const { id, name } = context.getWorkflow();
	const { type, name: nodeName } = context.getNode();
	const kind = KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? 'Fax.Plus';
	return `${kind} "${nodeName}" of workflow "${name ?? ''}" (${id ?? 'not saved'})`;
}

/** Returns the key of a node in what this process remembers, made of the IDs of its workflow and the node. */
export function keyOf(context: Named): string {
	return JSON.stringify([context.getWorkflow().id, context.getNode().id]);
}

/** Matches what begins a new line, in names and in errors. Otherwise, a name could forge a line of the audit trail. */
const LINE_BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Writes one line about a node to n8n's log. */
export function log(
	context: Named & Pick<IHookFunctions, 'logger'>,
	level: 'debug' | 'info' | 'warn' | 'error',
	text: string,
): void {
	context.logger[level](`${nameOf(context)}: ${text}`.replace(LINE_BREAKS, ' '));
}

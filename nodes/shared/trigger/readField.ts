import type { IExecuteFunctions, IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

/** Reads a field of a trigger. n8n only accepts an item's index in executions, because they have items. */
export function readField(
	context: IExecuteFunctions | IHookFunctions | IPollFunctions | IWebhookFunctions,
	name: string,
	fallback?: unknown,
): unknown {
	return 'getInputData' in context
		? context.getNodeParameter(name, 0, fallback)
		: context.getNodeParameter(name, fallback);
}

import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

/** Reads a field of a trigger, of which only executions have items. */
export function readField(
	context: IPollFunctions | IExecuteFunctions,
	name: string,
	fallback?: unknown,
): unknown {
	return 'getInputData' in context
		? context.getNodeParameter(name, 0, fallback)
		: context.getNodeParameter(name, fallback);
}

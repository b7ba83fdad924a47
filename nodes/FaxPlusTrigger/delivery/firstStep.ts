import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { deliveriesToRemember } from '../fields';
import { dedupe } from './deduplication';
import { refusalIn, showRefusal } from './refusalExecution';

/**
 * The first step of an execution that a request has started: only now can n8n's de-duplication store be asked.
 *
 * @returns the items of deliveries that have not passed before; none for a refusal
 * @throws NodeOperationError over a refusal that is to be shown
 */
export async function firstStep(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	const options = context.getNodeParameter('options', 0, {}) as { rememberDeliveries?: unknown };
	const capacity = deliveriesToRemember(options.rememberDeliveries);
	const refusal = refusalIn(items);
	if (refusal) return await showRefusal(context, refusal, capacity);
	// People repeat test events and retry executions on purpose.
	if (context.getMode() !== 'webhook') return items;
	return await dedupe(context, items, capacity);
}

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { withFiles } from '../../shared/trigger/faxFiles';
import { deliveriesToRemember } from '../fields';
import { dedupe } from '../../shared/trigger/deduplication';
import { refusalIn, showRefusal } from './refusalExecution';

/**
 * The first step of an execution that a request has started: only now can n8n's de-duplication store be asked, and only now
 * the service waits for nothing any more.
 *
 * @returns the items of deliveries that have not passed before, with their files where they are wanted; none for a refusal
 * @throws NodeOperationError over a refusal that is to be shown
 */
export async function firstStep(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	const options = context.getNodeParameter('options', 0, {}) as { rememberDeliveries?: unknown };
	const capacity = deliveriesToRemember(options.rememberDeliveries);
	const refusal = refusalIn(items);
	if (refusal) return await showRefusal(context, refusal, capacity);
	// People repeat test events and retry executions on purpose.
	const isChecked = context.getMode() === 'webhook';
	const passed = isChecked ? await dedupe(context, items, ({ json }) => json['webhookId'], capacity) : items;
	return await withFiles(context, passed);
}

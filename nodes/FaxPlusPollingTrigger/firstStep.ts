import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { dedupe } from '../shared/trigger/deduplication';
import { withFiles } from '../shared/trigger/faxFiles';
import { keyOf } from '../shared/trigger/log';
import { noteExecuted } from './emissions';
import { idOfItem } from './item';
import { newestFax } from './sample';
import { pollSettings } from './settings';

/** How many faxes n8n's de-duplication store keeps, oldest out first: more than are ever passed on once more. */
const CAPACITY = 10_000;

/**
 * The first step of an execution that a poll has started: only now can n8n's de-duplication store be asked.
 *
 * @returns the items of faxes that have not passed before, with their files where they are wanted; in a test run the newest fax
 * @throws NodeApiError or NodeOperationError in a test run that finds none
 */
export async function firstStep(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	const isTest = context.getMode() === 'manual' && items.every((item) => idOfItem(item) === undefined);
	if (isTest) return await withFiles(context, [await newestFax(context)], pollSettings(context).userId);
	return await withFiles(context, await unprocessed(context, items), userIdOf(context));
}

/** People retry executions on purpose. */
async function unprocessed(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	if (context.getMode() !== 'trigger') return items;
	noteExecuted(keyOf(context), items);
	return await dedupe(context, items, idOfItem, CAPACITY);
}

/** Whose files are asked for. The faxes are here; a field that has been spoiled since must not cost them. */
function userIdOf(context: IExecuteFunctions): string {
	try {
		return pollSettings(context).userId;
	} catch {
		return 'self';
	}
}

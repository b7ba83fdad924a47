import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Identity } from '../shared/store/deduplication';
import { dedupe } from '../shared/store/deduplication';
import { withFiles } from '../shared/trigger/faxFiles';
import { keyOf } from '../shared/log';
import { withAgain } from '../shared/watch/againPassing';
import type { AgainSettings } from '../shared/watch/againUntilRead';
import { nothingToRetry } from '../shared/watch/failures';
import { idOfItem } from '../shared/watch/faxes';
import { seenOf } from '../shared/watch/seen';
import { newestFax } from './sample';
import type { PollSettings } from './settings';
import { CAPACITY, pollSettings } from './settings';

/** n8n shows an empty output as a success, and advises a setting that would run the workflow with an empty item. */
const ALL_KNOWN =
	'The faxes of this execution have started the workflow before, and nothing is missing. The trigger passes the last ones on once more, after a start of n8n for instance, to make sure that none was lost. Leave "Always Output Data" off.';

/**
 * The first step of an execution that a poll has started: only now can n8n's de-duplication store be asked.
 *
 * @returns the items of faxes that have not passed before, with their files where they are wanted; in a test run the newest fax
 * @throws NodeApiError or NodeOperationError in a test run that finds none, and in a retry of an execution that only shows a
 * poll that failed
 */
export async function firstStep(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	const mode = context.getMode();
	const hasFaxes = items.some((item) => idOfItem(item) !== undefined);
	if (!hasFaxes && mode === 'retry') throw nothingToRetry(context, 'poll');
	if (!hasFaxes && mode === 'manual')
		return await withFiles(context, [await newestFax(context)], pollSettings(context).userId);
	const settings = settingsOf(context);
	return await withFiles(context, await unprocessed(context, items, settings?.again), settings?.userId);
}

/** People retry executions on purpose. */
async function unprocessed(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	again: AgainSettings | undefined,
): Promise<INodeExecutionData[]> {
	const mode = context.getMode();
	if (!['trigger', 'retry'].includes(mode)) return items;
	seenOf(keyOf(context)).begin(items);
	const identityOf = (item: INodeExecutionData): Identity | undefined => {
		const own = idOfItem(item);
		return own === undefined ? undefined : { own };
	};
	const first = await dedupe(context, items, identityOf, CAPACITY);
	// Whatever is known of them, they pass; and later polls have to know that.
	if (mode === 'retry') return items;
	const known = items.filter((item) => !first.includes(item));
	const passed = await withAgain(context, first, known, { identityOf, capacity: CAPACITY, again });
	if (passed.length === 0) context.addExecutionHints({ message: ALL_KNOWN, location: 'outputPane' });
	return passed;
}

/** The faxes are here; a field that has been spoiled since must not cost them. */
function settingsOf(context: IExecuteFunctions): PollSettings | undefined {
	try {
		return pollSettings(context);
	} catch {
		return undefined;
	}
}

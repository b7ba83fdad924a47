import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { saveFaxIdsOf } from '../shared/faxes/customData';
import { faxesOf } from '../shared/faxes/faxNames';
import { itemsThatContinue } from '../shared/passing/itemsThatContinue';
import { auditFaxes } from '../shared/trigger/auditFaxes';
import { withContacts } from '../shared/trigger/contacts';
import { withFiles } from '../shared/trigger/faxFiles';
import { withoutLookBack } from './lookedBack';
import { newestFax } from './sample';
import type { PollSettings } from './settings';
import { CAPACITY, pollSettings } from './settings';

/** Explains an empty output. n8n shows it as a success, and suggests a setting that would run the workflow with an empty item. */
const ALL_KNOWN =
	'The faxes of this execution started the workflow before, or are from before you first published it. Nothing is missing. The trigger checks the last ones again, for example after n8n starts, so that none is lost. Leave "Always Output Data" off.';

/**
 * Decides which items of an execution continue, because n8n's de-duplication store only exists while a workflow executes.
 *
 * @returns the items of faxes that haven't started the workflow before, with their files and contacts if the fields ask for
 * them. A test run without a fax in its input returns the newest one
 * @throws NodeApiError or NodeOperationError if a test run finds no fax, in a retry of an execution that only shows a failed
 * poll, and if the user stops a download
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const { items, lostAt } = withoutLookBack(context.getInputData());
	const mode = context.getMode();
	if (mode === 'manual' && items.every(({ json }) => faxesOf(json).length === 0)) {
		const newest = [await newestFax(context)];
		auditFaxes(context, newest);
		return await withFiles(context, await withContacts(context, newest), pollSettings(context).userId);
	}
	const settings = settingsOf(context);
	const passed = await itemsThatContinue(context, items, { capacity: CAPACITY, lostAt });
	if (passed.length === 0) context.addExecutionHints({ message: ALL_KNOWN, location: 'outputPane' });
	saveFaxIdsOf(context, passed);
	auditFaxes(context, passed);
	return await withFiles(context, await withContacts(context, passed), settings?.userId);
}

/**
 * Returns the settings, or undefined if a field has become invalid since the faxes were found. They must not be lost because of
 * that.
 */
function settingsOf(context: IExecuteFunctions): PollSettings | undefined {
	try {
		return pollSettings(context);
	} catch {
		return undefined;
	}
}

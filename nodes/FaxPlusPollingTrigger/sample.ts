import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { toNodeError } from '../shared/editor/errors';
import { Api } from '../shared/http/api';
import { listFaxes } from '../shared/faxes/faxRecords';
import type { FoundFax } from '../shared/faxes/faxEvents';
import { isWantedFax, itemOfRecord, latestTimeOf } from '../shared/faxes/faxEvents';
import { listingGuidance } from './reports';
import { pollSettings } from './settings';

/** How many of the newest faxes in each list are searched. */
const LOOKED_THROUGH = 200;

/**
 * Returns the newest fax that the fields ask for, for a test run.
 *
 * @throws NodeApiError or NodeOperationError, also if there's none
 */
export async function newestFax(context: IExecuteFunctions): Promise<INodeExecutionData> {
	const { newest, isEmpty } = await newestOfEach(context).catch((error: unknown) => {
		throw toNodeError(context.getNode(), error, listingGuidance);
	});
	const [first] = newest.sort((a, b) => latestTimeOf(b.fax) - latestTimeOf(a.fax));
	if (first) return itemOfRecord(first.event, first.fax);
	const why = isEmpty
		? 'The account has no fax that matches "Events" yet. Receive or send a fax, then try again.'
		: `None of the newest ${LOOKED_THROUGH} faxes matches "Outcome" and "Numbers". Check these fields, or receive a fax that matches them.`;
	throw new NodeOperationError(context.getNode(), 'There is no fax yet that would start the workflow.', {
		description: why,
	});
}

async function newestOfEach(context: IExecuteFunctions): Promise<{ newest: FoundFax[]; isEmpty: boolean }> {
	const { authentication, lists, userId, asked } = pollSettings(context);
	const isWanted = (found: FoundFax): boolean => isWantedFax(found, asked.outcome, asked.numbers);
	const api = await Api.connect(context, authentication);
	let isEmpty = true;
	const newest = lists.map(async ({ category, event }) => {
		let count = 0;
		const isEnd = (fax: FoundFax['fax']): boolean => {
			isEmpty = false;
			return isWanted({ event, fax }) || ++count >= LOOKED_THROUGH;
		};
		const faxes = await listFaxes(api, { userId, category }, 1, isEnd);
		return faxes.map((fax) => ({ event, fax })).filter(isWanted);
	});
	return { newest: (await Promise.all(newest)).flat(), isEmpty };
}

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { toNodeError } from '../shared/editor/errors';
import { Api } from '../shared/service/api';
import { listFaxes } from '../shared/service/faxRecords';
import { latestTimeOf } from './faxTimes';
import { listingGuidance } from './guidance';
import { itemOf } from './item';
import { pollSettings } from './settings';

/** Of each list, how many of the newest faxes are looked through. */
const LOOKED_THROUGH = 200;

/**
 * The newest fax that the fields ask for, for a person who tests.
 *
 * @throws NodeApiError or NodeOperationError, also when there is none
 */
export async function newestFax(context: IExecuteFunctions): Promise<INodeExecutionData> {
	const newest = (await newestOfEach(context)).sort((a, b) => b.time - a.time)[0];
	if (newest) return newest.item;
	throw new NodeOperationError(context.getNode(), 'There is no fax yet that would start the workflow.', {
		description: `Let a fax arrive, or send one if that is the event, or check Events, Outcome and Numbers: none of the newest ${LOOKED_THROUGH} faxes is as they ask.`,
	});
}

async function newestOfEach(
	context: IExecuteFunctions,
): Promise<Array<{ item: INodeExecutionData; time: number }>> {
	try {
		const { authentication, lists, userId, isWanted } = pollSettings(context);
		const api = await Api.connect(context, authentication);
		const faxes = await Promise.all(
			lists.map(async ({ category, event }) => {
				const listed = await listFaxes(api, { userId, category }, LOOKED_THROUGH);
				const fax = listed.find(isWanted);
				return fax ? [{ item: itemOf(event, fax), time: latestTimeOf(fax) ?? 0 }] : [];
			}),
		);
		return faxes.flat();
	} catch (error) {
		throw toNodeError(context.getNode(), error, listingGuidance);
	}
}

import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { accessTokenTest } from '../shared/editor/accessTokenCheck';
import { searchUsers } from '../shared/lists/members';
import { searchTriggerNumbers } from '../shared/lists/numbers';
import { eventsSubtitle } from '../shared/trigger/fields';
import { pollingFields } from './fields';
import { execute } from './execute';
import { poll } from './poll';

/** Starts a workflow when a fax is received or sent. It polls Fax.Plus, so it also works if webhooks can't reach n8n. */
export class FaxPlusPollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Fax.Plus Polling Trigger',
		name: 'faxPlusPollingTrigger',
		icon: { light: 'file:../../icons/faxplusPolling.svg', dark: 'file:../../icons/faxplusPolling.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: eventsSubtitle,
		description:
			'Starts the workflow when a fax is received or sent. It polls Fax.Plus, so n8n needs no public address.',
		activationMessage:
			'The next fax that matches "Events" starts this workflow when a poll finds it. You don\'t have to set up anything in Fax.Plus.',
		defaults: { name: 'Fax.Plus Polling Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'faxPlusApi',
				required: true,
				testedBy: 'accessTokenTest',
				displayOptions: { show: { authentication: ['accessToken'] } },
			},
			{
				name: 'faxPlusOAuth2Api',
				required: true,
				displayOptions: { show: { authentication: ['oAuth2'] } },
			},
		],
		hints: [
			{
				message:
					'Leave at least five minutes between two polls, because Fax.Plus restricts accounts that check too often.',
				type: 'warning',
				location: 'ndv',
				whenToDisplay: 'always',
				displayCondition:
					'={{ $parameter["pollTimes"]["item"].some((time) => time.mode === "everyMinute" || (time.mode === "everyX" && time.unit === "minutes" && time.value < 5)) }}',
			},
		],
		properties: pollingFields,
	};

	methods = { credentialTest: { accessTokenTest }, listSearch: { searchTriggerNumbers, searchUsers } };

	/** Polls Fax.Plus for new faxes. If this returns items, n8n starts an execution with them. */
	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}

	/** Runs in an execution that a poll or a test run has started, and returns its faxes. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await execute(this)];
	}
}

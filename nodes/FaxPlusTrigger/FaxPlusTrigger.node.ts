import type {
	IExecuteFunctions,
	IHookFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { authenticationField } from '../shared/editor/commonFields';
import { accessTokenTest } from '../shared/editor/accessTokenCheck';
import { searchTriggerNumbers } from '../shared/lists/numbers';
import { eventsSubtitle } from '../shared/trigger/fields';
import { register, retire } from './registration';
import { triggerFields } from './fields';
import { execute } from './execute';
import { receive } from './delivery/receive';
import { signingSecretTest } from './delivery/keys';
import { poll } from './poll';

/** Starts a workflow when a fax is received or sent. */
export class FaxPlusTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Fax.Plus Trigger',
		name: 'faxPlusTrigger',
		icon: { light: 'file:../../icons/faxplusTrigger.svg', dark: 'file:../../icons/faxplusTrigger.dark.svg' },
		group: ['trigger'],
		// From version 2 on, n8n reads a delivery's body without evaluating an expression first.
		version: 2,
		subtitle: eventsSubtitle,
		// n8n lists the trigger and the action node as one entry, and shows this description for both.
		description:
			'Starts the workflow when a fax is received or sent. Its actions send, find, download and read faxes.',
		eventTriggerDescription: 'Waiting for Fax.Plus to deliver an event',
		activationMessage:
			'The next fax that matches "Events" starts this workflow. Optional: add the signing secret, so that n8n doesn\'t have to check each fax with Fax.Plus. The event "Fax Page Received" needs it. In Fax.Plus, open Settings > Integrations > Webhooks > Advanced. Copy the secret of the endpoint with the trigger\'s Production URL, and add it to the signing secret credential.',
		defaults: { name: 'Fax.Plus Trigger' },
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
			{
				name: 'faxPlusWebhookSecretApi',
				// Without this credential, the trigger checks each delivery with Fax.Plus.
				required: false,
				testedBy: 'signingSecretTest',
				// All versions of the node show this credential. Without conditions, the editor would treat it as a
				// choice of the "Authentication" field.
				displayOptions: { show: {} },
			},
		],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: 'noData',
				path: 'webhook',
			},
		],
		triggerPanel: {
			header: 'Receive events from Fax.Plus',
			executionsHelp: {
				inactive:
					'<b>To go live</b>, publish the workflow. That creates an endpoint in Fax.Plus.<br /><br /><b>While you build</b>, click "Execute step" and send yourself a fax. The Test URL has its own endpoint.',
				active:
					'<b>Your workflow is live.</b> Faxes appear in the list of executions. If there are none, run "Webhook Endpoint: Check" in a Fax.Plus node.<br /><br /><b>While you build</b>, click "Execute step". The Test URL has its own endpoint and signing secret.',
			},
			activationHint: 'After you publish, the next fax starts the workflow.',
		},
		properties: [authenticationField, ...triggerFields],
	};

	methods = { credentialTest: { accessTokenTest, signingSecretTest }, listSearch: { searchTriggerNumbers } };

	webhookMethods = {
		default: {
			/** Also creates the endpoint if it's missing, so it always returns true. */
			async checkExists(this: IHookFunctions): Promise<boolean> {
				await register(this);
				return true;
			},

			async create(this: IHookFunctions): Promise<boolean> {
				await register(this);
				return true;
			},

			async delete(this: IHookFunctions): Promise<boolean> {
				await retire(this);
				return true;
			},
		},
	};

	/** Checks the endpoint and looks for missed faxes, at the interval of "Find Missed Faxes". */
	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}

	/** Handles one request to the webhook URL. If this returns an item, n8n starts an execution with it. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}

	/** Runs in an execution that a request or a check has started, and returns the faxes that are new. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await execute(this)];
	}
}

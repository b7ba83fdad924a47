import type {
	IExecuteFunctions,
	IHookFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { authenticationField } from '../shared/editor/authentication';
import { accessTokenTest } from '../shared/editor/accessTokenCheck';
import { dedupe } from './delivery/deduplication';
import { adoptEndpoint, registerEndpoint, retireEndpoint } from './endpoint/lifecycle';
import { deliveriesToRemember, triggerFields } from './fields';
import { receive } from './delivery/receive';
import { signingSecretTest } from './delivery/secretCheck';

/** The trigger: starts a workflow when a fax has arrived or was sent. */
export class FaxPlusTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Fax.Plus Trigger',
		name: 'faxPlusTrigger',
		icon: { light: 'file:../../icons/faxplus.svg', dark: 'file:../../icons/faxplus.dark.svg' },
		group: ['trigger'],
		// Above 1, n8n does not evaluate an expression for each delivery to find out how to read its body.
		version: 2,
		subtitle: '={{ $parameter["events"].join(", ") }}',
		description: 'Starts the workflow when a fax arrives or was sent',
		eventTriggerDescription: 'Waiting for Fax.Plus to deliver an event',
		activationMessage:
			'Fax.Plus delivers events from now on. If the endpoint is new, copy its signing secret into the signing secret credential: Settings > Integrations > Webhooks > Advanced.',
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
				// Optional, because the secret exists only after the first activation.
				required: false,
				testedBy: 'signingSecretTest',
				// Always shown. Without a condition the editor would take it for a choice of the authentication field.
				displayOptions: { show: { '@version': [2] } },
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
					'<b>While you build</b>, click "Execute step": the trigger creates an endpoint for the test URL. Its signing secret is in Fax.Plus under Settings > Integrations > Webhooks > Advanced; copy it into the signing secret credential as an additional secret, then let a fax arrive.<br /><br /><b>To go live</b>, publish (activate) the workflow, copy the secret of the new endpoint into the same credential, and you are done: publishing again keeps the endpoint and its secret.',
				active:
					'<b>While you build</b>, click "Execute step" and let a fax arrive; the test URL has an endpoint and a signing secret of its own.<br /><br /><b>Your workflow is live</b>: deliveries start executions, which show in the list of executions. If there are none, look into the log of n8n for refused deliveries; most often the signing secret of the endpoint is not in the credential yet.',
			},
			activationHint:
				'After you publish (activate), copy the signing secret of the new endpoint from Fax.Plus into the signing secret credential.',
		},
		properties: [authenticationField, ...triggerFields],
	};

	methods = { credentialTest: { accessTokenTest, signingSecretTest } };

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await adoptEndpoint(this);
			},

			async create(this: IHookFunctions): Promise<boolean> {
				await registerEndpoint(this);
				return true;
			},

			async delete(this: IHookFunctions): Promise<boolean> {
				await retireEndpoint(this);
				return true;
			},
		},
	};

	/** Answers one request to the webhook URL; n8n starts an execution with the item that comes out, if one does. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}

	/** First step of an execution that a delivery started: only now can n8n's de-duplication store be asked. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = this.getInputData();
		// People repeat test events and retry executions on purpose.
		if (this.getMode() !== 'webhook') return [items];
		const options = this.getNodeParameter('options', 0, {}) as { rememberDeliveries?: unknown };
		return [await dedupe(this, items, deliveriesToRemember(options.rememberDeliveries))];
	}
}

import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { authenticationField } from '../shared/editor/commonFields';
import { accessTokenTest } from '../shared/editor/accessTokenCheck';
import { listSearch, loadOptions } from './listSearch';
import { propertiesOf, subtitleOf } from './operation/properties';
import { presetResource, resources } from './resources';
import { run } from './execution/run';

/** The action node. It offers everything that Fax.Plus's API can do, apart from events. */
export class FaxPlus implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Fax.Plus',
		name: 'faxPlus',
		icon: { light: 'file:../../icons/faxplus.svg', dark: 'file:../../icons/faxplus.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: subtitleOf(resources),
		description:
			'Send and receive faxes with a Fax.Plus account, and work with its members, contacts, Fax AI, numbers and webhooks.',
		defaults: { name: 'Fax.Plus' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				"To start a workflow when a fax is received or sent, use one of the triggers instead of this node on a schedule. Leave Retry On Fail off, because the node sends nothing with it. The node itself retries what is safe to retry. A Retry of the execution sends no fax twice, so don't add a guard against that.",
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-faxplus.faxPlusTrigger',
					relationHint: 'Starts a workflow when a fax is received or sent, by webhook',
				},
				{
					nodeType: 'n8n-nodes-faxplus.faxPlusPollingTrigger',
					relationHint:
						'Starts a workflow when a fax is received or sent, by polling, if n8n has no public address',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
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
		properties: [authenticationField, ...propertiesOf(resources, presetResource)],
	};

	methods = {
		credentialTest: { accessTokenTest },
		listSearch,
		loadOptions,
	};

	/** n8n calls this once for all input items. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await run(this, resources);
	}
}

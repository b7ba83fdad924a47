import type { ICredentialType, Icon, INodeProperties } from 'n8n-workflow';

/** Signing secrets of webhook endpoints, with which the trigger verifies that deliveries come from the service. */
export class FaxPlusWebhookSecretApi implements ICredentialType {
	name = 'faxPlusWebhookSecretApi';

	displayName = 'Fax.Plus Webhook Signing Secret API';

	icon: Icon = { light: 'file:../icons/faxplus.svg', dark: 'file:../icons/faxplus.dark.svg' };

	documentationUrl = 'https://apidoc.fax.plus/';

	properties: INodeProperties[] = [
		{
			displayName:
				'The secret exists only after the workflow was published (activated), because it belongs to the endpoint that the trigger creates. Save this credential empty, select it in the trigger, publish the workflow, then copy the secret here from Fax.Plus: Settings > Integrations > Webhooks > Advanced. It takes effect at once.',
			name: 'orderNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Signing Secret',
			name: 'signingSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			placeholder: 'e.g. whsec_…',
			description: 'Signing secret of the endpoint. Until it is entered, the trigger refuses every delivery.',
		},
		{
			displayName: 'Additional Signing Secrets',
			name: 'additionalSigningSecrets',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			placeholder: 'e.g. whsec_…,whsec_…',
			description:
				'More secrets that are accepted, separated by commas: the old one while you rotate, and that of the endpoint for test events',
		},
	];
}

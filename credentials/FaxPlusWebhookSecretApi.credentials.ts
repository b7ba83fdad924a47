import type { ICredentialType, Icon, INodeProperties } from 'n8n-workflow';

/** Signing secrets of webhook endpoints, which the trigger uses to verify that Fax.Plus sent a delivery. */
export class FaxPlusWebhookSecretApi implements ICredentialType {
	name = 'faxPlusWebhookSecretApi';
	displayName = 'Fax.Plus Webhook Signing Secret API';
	icon: Icon = { light: 'file:../icons/faxplusSecret.svg', dark: 'file:../icons/faxplusSecret.dark.svg' };
	documentationUrl = 'https://github.com/n8n-nodes-faxplus/n8n-nodes-faxplus#webhook-signing-secret';

	properties: INodeProperties[] = [
		{
			// The editor shows lists and links in a notice, and drops all other tags. n8n restores stored passwords by the
			// position of their row.
			displayName:
				'<ul><li>Publish the workflow, or listen for a test event. This creates an endpoint in Fax.Plus. Without its secret, the trigger checks each fax with Fax.Plus.</li><li>In Fax.Plus, open Settings > Integrations > Webhooks > Advanced. Copy the secret of that endpoint, and add it here.</li><li>Each endpoint has its own secret. Add a row for each. One credential works for all your triggers.</li><li>To remove a secret, empty its field and keep the row. If you delete a row, n8n keeps its secret and loses the last one instead.</li></ul>',
			name: 'orderNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Signing Secrets',
			name: 'endpoints',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Signing Secret' },
			placeholder: 'Add Signing Secret',
			// The empty row shows at once where the first secret goes.
			default: { entries: [{ secret: '', note: '' }] },
			options: [
				{
					displayName: 'Signing Secret',
					name: 'entries',
					values: [
						{
							displayName: 'Secret',
							name: 'secret',
							type: 'string',
							typeOptions: { password: true },
							default: '',
							placeholder: 'e.g. whsec_…',
							description:
								'The signing secret of one endpoint, exactly as Fax.Plus shows it. It works at once.',
						},
						{
							displayName: 'Note',
							name: 'note',
							type: 'string',
							default: '',
							placeholder: 'e.g. Incoming faxes, production',
							description: 'A note for yourself, such as which endpoint the secret belongs to',
						},
					],
				},
			],
		},
	];
}

import type { ICredentialType, Icon, INodeProperties } from 'n8n-workflow';

/** Signing secrets of webhook endpoints, with which the trigger verifies that deliveries come from the service. */
export class FaxPlusWebhookSecretApi implements ICredentialType {
	name = 'faxPlusWebhookSecretApi';
	displayName = 'Fax.Plus Webhook Signing Secret API';
	icon: Icon = { light: 'file:../icons/faxplusSecret.svg', dark: 'file:../icons/faxplusSecret.dark.svg' };
	documentationUrl = 'https://github.com/n8n-nodes-faxplus/n8n-nodes-faxplus#webhook-signing-secret';

	properties: INodeProperties[] = [
		{
			// The editor shows lists and links in a notice, and drops all other tags.
			displayName:
				'<ul><li>A secret exists once you have published the workflow, or listened for a test event: that creates an endpoint in Fax.Plus. Until it is here, Fax.Plus is asked about each delivery.</li><li>In Fax.Plus, open Settings > Integrations > Webhooks > Advanced, copy the secret of that endpoint and add it here.</li><li>Each endpoint has a secret of its own. Add a row for it; one credential serves all your triggers.</li></ul>',
			name: 'orderNotice',
			type: 'notice',
			default: '',
		},
		{
			// n8n puts stored passwords back by their row's position.
			displayName:
				'To remove a secret, empty its field and keep the row. If you delete a row, its secret stays and the last one is lost, because n8n puts stored secrets back by position.',
			name: 'removalNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Signing Secrets',
			name: 'endpoints',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Signing Secret' },
			placeholder: 'Add Signing Secret',
			// A row that waits for the first secret.
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
								'The signing secret of one endpoint, exactly as Fax.Plus shows it. It counts at once.',
						},
						{
							displayName: 'Note',
							name: 'note',
							type: 'string',
							default: '',
							placeholder: 'e.g. Incoming faxes, production',
							description: 'For yourself: which endpoint the secret belongs to',
						},
					],
				},
			],
		},
	];
}

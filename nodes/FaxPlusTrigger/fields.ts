import type { INodeProperties } from 'n8n-workflow';

import { eventOptions } from '../shared/editor/events';

const MIN_STORE_SIZE = 100;
const DEFAULT_STORE_SIZE = 10_000;

export const rememberDeliveriesOption: INodeProperties = {
	displayName: 'Remember Deliveries',
	name: 'rememberDeliveries',
	type: 'number',
	noDataExpression: true,
	typeOptions: { minValue: MIN_STORE_SIZE },
	default: DEFAULT_STORE_SIZE,
	description:
		'How many deliveries to remember, so that none passes twice. The service advises a few days; 10,000 last ten days at 1,000 events a day.',
};

/**
 * Reads the option where a delivery needs it.
 *
 * @param wanted value of the option; a publish refuses what is no number of 100 or more, but no delivery fails over it
 */
export function deliveriesToRemember(wanted: unknown): number {
	return Math.max(MIN_STORE_SIZE, Number(wanted) || DEFAULT_STORE_SIZE);
}

/** The trigger's fields, in the order in which a new user meets them. */
export const triggerFields: INodeProperties[] = [
	{
		displayName:
			'Three steps: 1. Create the signing secret credential empty and select it. 2. Publish (activate) the workflow, which creates the endpoint. 3. Copy its signing secret from Fax.Plus (Settings > Integrations > Webhooks > Advanced) into the credential. Step 3 takes effect at once, and publishing again keeps the secret valid.',
		name: 'setUpNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		noDataExpression: true,
		options: eventOptions,
		required: true,
		default: ['fax_received'],
		description: 'Which events start the workflow',
	},
	{
		displayName: 'Numbers',
		name: 'channels',
		type: 'string',
		default: '',
		placeholder: 'e.g. +15550100000,+41225550100',
		description:
			'Only faxes from or to these numbers start the workflow, in E.164 form, separated by commas. Empty means all faxes.',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Accept Unsigned Test Events',
				name: 'acceptUnsignedTestEvents',
				type: 'boolean',
				noDataExpression: true,
				default: false,
				description:
					'Whether events without a signature count while the editor listens for a test event. In production unsigned events are always refused.',
			},
			{
				displayName: 'Keep Endpoint',
				name: 'keepEndpoint',
				type: 'boolean',
				default: false,
				description:
					'Whether the endpoint, and with it its signing secret, stays at the service when the workflow is deactivated or stops listening for test events. The next activation uses it again.',
			},
			rememberDeliveriesOption,
		],
	},
];

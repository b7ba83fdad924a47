import type { INodeProperties } from 'n8n-workflow';

import { eventOptions } from '../shared/editor/events';
import { downloadFields, eventsFieldOf, numbersField, outcomeField } from '../shared/trigger/fields';

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

/** Values of the option that says what becomes of refused deliveries in production. */
export type WhenRefused = 'failExecution' | 'logOnly';

const whenRefusedOption: INodeProperties = {
	displayName: 'When Refused',
	name: 'whenRefused',
	type: 'options',
	// Read as it is saved: no stranger's request may evaluate an expression.
	noDataExpression: true,
	options: [
		{
			name: 'Fail Execution',
			value: 'failExecution',
			description: 'An execution fails and says what to do, once an hour for each reason at most',
		},
		{ name: 'Log Only', value: 'logOnly', description: "Only n8n's log says so" },
	],
	default: 'failExecution',
	description:
		'What to do when a delivery is refused for a reason that you can mend, such as a signing secret that is missing or wrong. Fax.Plus gets the same answer either way, and repeats the delivery.',
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
		// The editor shows lists and links in a notice, and drops all other tags.
		displayName:
			'<ul><li>Select a signing secret credential. Save a new one empty.</li><li>Publish the workflow. This creates an endpoint in Fax.Plus.</li><li>In Fax.Plus, open Settings > Integrations > Webhooks > Advanced, copy the signing secret of that endpoint (its address is the Production URL under Webhook URLs) and add it to the credential. It counts at once, and stays when you publish again.</li></ul>',
		name: 'setUpNotice',
		type: 'notice',
		default: '',
	},
	eventsFieldOf(eventOptions),
	outcomeField,
	numbersField,
	...downloadFields,
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
				default: true,
				description:
					'Whether the endpoint, and with it its signing secret, stays in Fax.Plus when the workflow is unpublished. The next publish uses it again.',
			},
			{
				displayName: 'Keep Test Endpoint',
				name: 'keepTestEndpoint',
				type: 'boolean',
				default: true,
				description:
					'Whether the endpoint for test events, and with it its signing secret, stays in Fax.Plus when n8n stops listening. It does unless this option is added and turned off, so that its secret is entered once.',
			},
			rememberDeliveriesOption,
			whenRefusedOption,
		],
	},
];

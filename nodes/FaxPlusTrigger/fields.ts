import type { IDataObject, IExecuteFunctions, INodeProperties, IPollFunctions } from 'n8n-workflow';

import { keptAsSaved } from '../shared/editor/collections';
import { eventOptions } from '../shared/editor/events';
import { field } from '../shared/editor/field';
import {
	downloadFields,
	eventsFieldOf,
	numbersField,
	numbersOfOthersOption,
	outcomeField,
} from '../shared/trigger/fields';
import { readField } from '../shared/trigger/readField';

const LEAST_REMEMBERED = 100;
const DEFAULT_STORE_SIZE = 3_000;

export const rememberDeliveriesOption = field('number', 'Remember Deliveries', 'rememberDeliveries', {
	noDataExpression: true,
	typeOptions: { minValue: LEAST_REMEMBERED },
	default: DEFAULT_STORE_SIZE,
	description:
		'How many deliveries to remember, so that none passes twice. The service advises a few days; 3,000 last three days at 1,000 events a day.',
});

const onlySignedOption = field('boolean', 'Only Signed Deliveries', 'onlySigned', {
	// Read as it is saved: no stranger's request may evaluate an expression.
	noDataExpression: true,
	description:
		'Whether to refuse every delivery that no signing secret vouches for. Otherwise Fax.Plus is asked about the fax that it names, and its record starts the workflow.',
});

/** Reads the option. A publish refuses what is no number of 100 or more, but no delivery fails over it. */
export function deliveriesToRemember(context: IPollFunctions | IExecuteFunctions): number {
	const { rememberDeliveries } = readField(context, 'options', {}) as IDataObject;
	return Math.max(LEAST_REMEMBERED, Number(rememberDeliveries) || DEFAULT_STORE_SIZE);
}

const missedFaxesField = field('options', 'Find Missed Faxes', 'missedFaxes', {
	builderHint: {
		propertyHint:
			'Leave the default: the trigger itself finds faxes that no webhook brought, each once. Add no Schedule Trigger and no Fax.Plus Polling Trigger beside it, and no node that removes duplicates.',
	},
	noDataExpression: true,
	options: [
		{ name: 'Every 15 Minutes', value: 'every15Minutes' },
		{ name: 'Every Hour', value: 'everyHour' },
		{ name: 'Every Day', value: 'everyDay', description: 'In the night, by the time zone of the workflow' },
		{ name: 'Never', value: 'never' },
	],
	default: 'every15Minutes',
	description:
		'How often to look for faxes that no delivery brought, and to put the endpoint in Fax.Plus right',
});

/** The intervals as n8n reads them, from a field with just that name. */
const POLL_TIMES = {
	everyHour: [{ mode: 'everyX', unit: 'hours', value: 1 }],
	// A check that is not due does nothing; one that has failed is due again an hour later.
	everyDay: [{ mode: 'everyHour', minute: 25 }],
	never: [],
};

/** One of these is shown at a time, as far as n8n is concerned: its default is the interval. No expression: that costs each delivery time. */
const pollTimesFields = [
	field('hidden', 'Poll Times', 'pollTimes', {
		default: { item: [{ mode: 'everyX', unit: 'minutes', value: 15 }] },
		displayOptions: { hide: { missedFaxes: Object.keys(POLL_TIMES) } },
	}),
	...Object.entries(POLL_TIMES).map(([missedFaxes, item]) =>
		field('hidden', 'Poll Times', 'pollTimes', {
			default: { item },
			displayOptions: { show: { missedFaxes: [missedFaxes] } },
		}),
	),
];

/** What people seldom need. */
export const optionsField = field('collection', 'Options', 'options', {
	placeholder: 'Add option',
	options: [
		field('boolean', 'Accept Unsigned Test Events', 'acceptUnsignedTestEvents', {
			noDataExpression: true,
			description:
				'Whether events without a signature count while the editor listens for a test event. In production such events count only if Fax.Plus knows the fax.',
		}),
		field('boolean', 'Keep Endpoint', 'keepEndpoint', {
			default: true,
			description:
				'Whether the endpoint, and with it its signing secret, stays in Fax.Plus when the workflow is unpublished. The next publish uses it again.',
		}),
		field('boolean', 'Keep Test Endpoint', 'keepTestEndpoint', {
			default: true,
			description:
				'Whether the endpoint for test events, and with it its signing secret, stays in Fax.Plus when n8n stops listening. It stays unless you add this option and turn it off, so that you enter its secret only once.',
		}),
		numbersOfOthersOption,
		onlySignedOption,
		rememberDeliveriesOption,
	],
});

/** The trigger's fields, in the order in which a new user meets them. */
export const triggerFields: INodeProperties[] = [
	// The editor shows lists and links in a notice, and drops all other tags.
	field(
		'notice',
		'<ul><li>Publish the workflow. This creates an endpoint in Fax.Plus, and the next fax starts the workflow.</li><li>Optional: add the signing secret, so that n8n need not ask Fax.Plus about each fax. In Fax.Plus, open Settings > Integrations > Webhooks > Advanced, find the Production URL that Webhook URLs shows above, copy its signing secret and add it to a signing secret credential. It counts at once, and stays when you publish again.</li></ul>',
		'setUpNotice',
	),
	eventsFieldOf(eventOptions),
	outcomeField,
	numbersField,
	...downloadFields,
	missedFaxesField,
	...pollTimesFields,
	...keptAsSaved([optionsField]),
];

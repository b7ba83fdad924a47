import type { IDataObject, IExecuteFunctions, INodeProperties, IPollFunctions } from 'n8n-workflow';

import { logNumbersOption } from '../shared/audit';
import { keptAsSaved } from '../shared/editor/collections';
import { eventOptions } from '../shared/editor/events';
import { field } from '../shared/editor/field';
import { includeContactOption } from '../shared/faxes/contacts';
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
		'How many deliveries to remember, so that none starts the workflow twice. 3,000 is enough for three days at 1,000 a day.',
});

const onlySignedOption = field('boolean', 'Only Signed Deliveries', 'onlySigned', {
	// The saved value is read, because a stranger's request must not evaluate an expression.
	noDataExpression: true,
	description:
		'Whether to refuse deliveries without a valid signature. If off, the trigger checks such a fax with Fax.Plus.',
});

/** Reads the option. A publish refuses anything but a number of at least 100, but no delivery fails because of it. */
export function deliveriesToRemember(context: IPollFunctions | IExecuteFunctions): number {
	const { rememberDeliveries } = readField(context, 'options', {}) as IDataObject;
	return Math.max(LEAST_REMEMBERED, Number(rememberDeliveries) || DEFAULT_STORE_SIZE);
}

const missedFaxesField = field('options', 'Find Missed Faxes', 'missedFaxes', {
	builderHint: {
		propertyHint:
			"Leave the default. The trigger itself finds faxes that it got no delivery for, each once. Don't add a Schedule Trigger, a Fax.Plus Polling Trigger or a node that removes duplicates.",
	},
	noDataExpression: true,
	options: [
		{ name: 'Every 15 Minutes', value: 'every15Minutes' },
		{ name: 'Every Hour', value: 'everyHour' },
		{ name: 'Every Day', value: 'everyDay', description: 'At night, in the time zone of the workflow' },
		{ name: 'Never', value: 'never' },
	],
	default: 'every15Minutes',
	description: 'How often to check for faxes without a delivery, and to fix the endpoint in Fax.Plus',
});

/** Intervals in n8n's own format. n8n reads them from a field with the name "pollTimes". */
const POLL_TIMES = {
	everyHour: [{ mode: 'everyX', unit: 'hours', value: 1 }],
	// n8n calls the poll each hour. A check that isn't due does nothing. A failed one is due again an hour later.
	everyDay: [{ mode: 'everyHour', minute: 25 }],
	never: [],
};

/**
 * n8n sees only one of these fields at a time. Its default is the interval, because an expression would slow down each
 * delivery.
 */
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

/** Settings that few people need. */
export const optionsField = field('collection', 'Options', 'options', {
	placeholder: 'Add option',
	options: [
		field('boolean', 'Accept Unsigned Test Events', 'acceptUnsignedTestEvents', {
			noDataExpression: true,
			description: 'Whether to accept events without a signature while you listen for a test event',
		}),
		field('boolean', 'Delete Test Endpoint', 'deleteTestEndpoint', {
			default: true,
			description:
				'Whether to delete the endpoint for test events when n8n stops listening. Its signing secret goes with it.',
		}),
		includeContactOption,
		field('boolean', 'Keep Endpoint', 'keepEndpoint', {
			default: true,
			description:
				"Whether to keep the endpoint and its signing secret when you unpublish the workflow. They're used again the next time you publish.",
		}),
		logNumbersOption,
		numbersOfOthersOption,
		onlySignedOption,
		rememberDeliveriesOption,
	],
});

/** The trigger's fields, in the order a new user needs them. */
export const triggerFields: INodeProperties[] = [
	// The editor shows lists and links in a notice, but drops all other tags.
	field(
		'notice',
		"<ul><li>Publish the workflow. This creates an endpoint in Fax.Plus, and the next fax starts the workflow.</li><li>Optional: in Fax.Plus, open Settings > Integrations > Webhooks > Advanced. Copy the signing secret of the Production URL to a signing secret credential. Then n8n doesn't have to check each fax with Fax.Plus.</li></ul>",
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

import type { INodeProperties } from 'n8n-workflow';

import { field } from '../../../../shared/editor/field';
import { isTool } from '../../../fields/fixedValues';
import type { ItemFields } from '../../../fields/itemFields';
import { pollingIntervalOption, waitLimitOption, waitOf, type Wait } from '../../../fields/waitOptions';

export const waitUntilSentField = field('boolean', 'Wait Until Sent', 'waitUntilSent', {
	builderHint: {
		propertyHint:
			"Turn it on if a later node depends on whether the fax was delivered, such as a message that it arrived. Without it, the node continues once the fax is submitted, and the result is unknown. With it, an item fails unless its fax was delivered. Handle those items with the node's error output, or with the workflow's error workflow. The tool of an agent returns the result in its output instead. Don't add a Wait node or a loop.",
	},
	description:
		"Whether to wait for the result of each fax. An item fails if its fax isn't delivered. A page takes about a minute.",
});

const failIfNotDeliveredOption = field('boolean', 'Fail If Not Delivered', 'failIfNotDelivered', {
	default: true,
	description:
		"Whether an item fails if its fax isn't delivered or its result is unknown. An AI agent's tool only fails if you add this.",
});

/** The options of a wait. */
export const waitOptions = [failIfNotDeliveredOption, pollingIntervalOption, waitLimitOption];

/** The options of a wait, which show only while its switch is on. */
export const switchedWaitOptions: INodeProperties[] = waitOptions.map((option) => ({
	...option,
	displayOptions: { show: { [`/${waitUntilSentField.name}`]: [true] } },
}));

/**
 * True if an item must fail when its fax wasn't delivered. For a tool, this is off by default, because n8n would end the
 * agent's whole execution.
 */
export function mustBeDelivered(fields: ItemFields): boolean {
	if (fields.hasOption(failIfNotDeliveredOption)) return fields.options.isOn(failIfNotDeliveredOption);
	return !isTool(fields.context);
}

/** How long an item waits, and what makes it fail. */
export interface WaitTerms {
	wait: Wait | undefined;
	isDeliveryRequired: boolean;
}

/** Reads the fields of "Send" that control the wait. */
export function waitTermsOf(fields: ItemFields): WaitTerms {
	const isDeliveryRequired = mustBeDelivered(fields);
	return { wait: fields.isOn(waitUntilSentField) ? waitOf(fields) : undefined, isDeliveryRequired };
}

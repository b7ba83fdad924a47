import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../../../../shared/values/inputError';
import type { ItemFields } from '../../../fields/itemFields';

export const waitUntilSentOption: INodeProperties = {
	displayName: 'Wait Until Sent',
	name: 'waitUntilSent',
	type: 'boolean',
	// Whoever adds it wants it; it is off where it was not added.
	default: true,
	description:
		'Whether to wait until each fax has ended, and to put out what became of it. A page takes about a minute.',
};

export const pollingIntervalOption: INodeProperties = {
	displayName: 'Polling Interval',
	name: 'pollingInterval',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 600 },
	default: 5,
	description:
		'How many seconds to wait before the second look; from look to look it is half as much more, up to a minute',
};

export const waitLimitOption: INodeProperties = {
	displayName: 'Wait Limit',
	name: 'waitLimit',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 86400 },
	default: 600,
	description:
		'How many seconds to wait at most; after that the fax is put out as it is then, with the outcome "pending"',
};

export const failIfNotDeliveredOption: INodeProperties = {
	displayName: 'Fail If Not Delivered',
	name: 'failIfNotDelivered',
	type: 'boolean',
	default: true,
	description:
		'Whether an item fails when its fax has ended without having been delivered. Otherwise the output tells it: outcome, status and what the status means.',
};

/**
 * Whether the user wants to wait until faxes have ended.
 *
 * @throws InputError when faxes are to be delivered, but not waited for
 */
export function isAwaited(fields: ItemFields): boolean {
	const waits = isAddedAndOn(fields, waitUntilSentOption);
	if (waits || !mustBeDelivered(fields)) return waits;
	const { displayName } = failIfNotDeliveredOption;
	throw new InputError(
		`"${displayName}" needs "${waitUntilSentOption.displayName}": add that option and switch it on, or remove "${displayName}".`,
	);
}

/** Whether an item is to fail whose fax was not delivered. */
export function mustBeDelivered(fields: ItemFields): boolean {
	return isAddedAndOn(fields, failIfNotDeliveredOption);
}

function isAddedAndOn(fields: ItemFields, option: INodeProperties): boolean {
	return fields.hasOption(option) && fields.isOptionOn(option);
}

import { field } from '../../shared/editor/field';
import type { ItemFields } from './itemFields';

export const pollingIntervalOption = field('number', 'Polling Interval (Seconds)', 'pollingInterval', {
	typeOptions: { minValue: 1, maxValue: 600 },
	default: 5,
	description:
		'How long to wait before the second check. After that, each pause is 50% longer than the one before, up to a minute.',
});

export const waitLimitOption = field('number', 'Wait Limit (Seconds)', 'waitLimit', {
	typeOptions: { minValue: 1, maxValue: 86400 },
	default: 600,
	description:
		'The maximum time to wait. After that, it\'s unknown whether the fax was delivered, and "outcome" is "pending".',
});

/** How long to wait, in milliseconds. */
export interface Wait {
	/** Pause before the second check. */
	interval: number;
	limit: number;
}

/** Returns the pause that follows this one, in milliseconds. It grows by half each time, up to a minute. */
export function longerPause(pause: number): number {
	return Math.min(pause * 1.5, Math.max(pause, 60_000));
}

/** Reads how long the user wants to wait. */
export function waitOf(fields: ItemFields, limitOption = waitLimitOption): Wait {
	return {
		interval: fields.options.number(pollingIntervalOption) * 1000,
		limit: fields.options.number(limitOption) * 1000,
	};
}

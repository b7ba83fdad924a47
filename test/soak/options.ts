import { parseArgs } from 'node:util';

export type Mode = 'queue' | 'regular';

/** How the results of each mode are called. */
export const soakNames = { regular: 'soak', queue: 'soakQueue' } as const satisfies Record<Mode, string>;

/** What a run is made of. */
export interface SoakOptions {
	/** Deliveries, polled faxes and sends in all; copies of deliveries come on top. */
	events: number;
	/** How long they come. */
	minutes: number;
	/** From which all times and faults follow. */
	seed: number;
	mode: Mode;
}

/**
 * Reads the flags of the command.
 *
 * @throws Error that says what is wrong with them
 */
export function readOptions(args: readonly string[]): SoakOptions {
	const { values } = parseArgs({
		args: [...args],
		options: {
			events: { type: 'string', default: '30000' },
			minutes: { type: 'string', default: '120' },
			seed: { type: 'string', default: '1' },
			mode: { type: 'string', default: 'regular' },
		},
	});
	const { mode } = values;
	if (mode !== 'regular' && mode !== 'queue') throw new Error(`There is no mode "${mode}"`);
	return {
		events: positive('events', values.events),
		minutes: positive('minutes', values.minutes),
		seed: positive('seed', values.seed),
		mode,
	};
}

function positive(name: string, text: string): number {
	const number = Number(text);
	if (!(number > 0)) throw new Error(`--${name} has to be a number above 0, not "${text}"`);
	return number;
}

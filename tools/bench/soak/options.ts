import { parseArgs } from 'node:util';

import { SECRETS } from '../../harness/endurance';

export type Mode = 'queue' | 'regular';

/** Names under which the results of each mode are saved. */
export const soakNames = { regular: 'soak', queue: 'soakQueue' } as const satisfies Record<Mode, string>;

/** Which keys a fax's events and its record have in common. */
const KEYS = ['all', 'id', 'file', 'none'] as const;

/** Additional settings for a run that tests missed faxes. */
export interface MissedFaxes {
	secret: (typeof SECRETS)[number];
	keys: (typeof KEYS)[number];
}

export interface SoakOptions extends Partial<MissedFaxes> {
	/** Total number of deliveries, polled faxes and sends, not counting copies of deliveries. */
	events: number;
	/** Time over which the events are spread. */
	minutes: number;
	/** Seed that determines all times and faults. */
	seed: number;
	mode: Mode;
}

/**
 * Reads the flags of the command.
 *
 * @throws Error that names the invalid flag
 */
export function readOptions(args: readonly string[]): SoakOptions {
	const { values } = parseArgs({
		args: [...args],
		options: {
			events: { type: 'string', default: '30000' },
			faxes: { type: 'string' },
			minutes: { type: 'string' },
			secret: { type: 'string', default: 'right' },
			keys: { type: 'string', default: 'all' },
			seed: { type: 'string', default: '1' },
			mode: { type: 'string', default: 'regular' },
		},
	});
	const { faxes, minutes = faxes === undefined ? '120' : '10' } = values;
	const missed = { secret: oneOf(SECRETS, 'secret', values.secret), keys: oneOf(KEYS, 'keys', values.keys) };
	return {
		events: faxes === undefined ? positive('events', values.events) : positive('faxes', faxes),
		minutes: positive('minutes', minutes),
		seed: positive('seed', values.seed),
		mode: oneOf(['regular', 'queue'], 'mode', values.mode),
		...(faxes === undefined ? {} : missed),
	};
}

function oneOf<T extends string>(choices: readonly T[], name: string, text: string): T {
	const choice = choices.find((each) => each === text);
	if (choice === undefined) throw new Error(`There is no ${name} "${text}"`);
	return choice;
}

function positive(name: string, text: string): number {
	const number = Number(text);
	if (!(number > 0)) throw new Error(`--${name} has to be a number above 0, not "${text}"`);
	return number;
}

import type { INodeExecutionData } from 'n8n-workflow';

import type { ConfirmedBy } from '../faxes/faxIdentity';
import { faxNamesOf } from '../faxes/faxIdentity';
import { fingerprintOf } from '../values/fingerprint';
import { LruMap } from '../values/lruMap';
import { attemptOf } from './faxes';

const HOUR = 3_600_000;

/** Of one trigger, how many names of the latest faxes are remembered. */
const NAMES = 10_000;

/** What this process has passed on of the faxes of one trigger, and what executions here have begun with. Times are in milliseconds. */
export class Seen {
	/** When it met the trigger: in an activation, as a rule. */
	readonly since = Date.now();

	/** Whether it has begun with any execution. Where workers execute, it has not. */
	hasBegun = false;

	/** Whether anything was taken for lost that it had passed on. */
	hasTakenBack = false;

	/** When unread faxes were looked for last, and whether the log says that there are too many of them. */
	unreadAt: number | undefined;

	hasWarned = false;

	/** Names of faxes that executions have begun with, and who vouched for them. */
	private readonly begun = new LruMap<string, Set<unknown>>(NAMES);

	/** How often which fax was passed on, and when last. */
	private readonly passedOn = new LruMap<string, { times: number; at: number }>(NAMES);

	/** Notes the faxes that an execution has begun with, and which attempts at them. */
	begin(items: readonly INodeExecutionData[]): void {
		this.hasBegun = true;
		for (const item of items) {
			const attempts = item.json['isAgain'] === true ? [attemptOf(item)] : [];
			for (const name of [...faxNamesOf(item.json), ...attempts]) {
				this.begun.getOrAdd(fingerprintOf(name), () => new Set()).add(item.json['confirmedBy']);
			}
		}
	}

	/** Whether an execution has begun with a fax, or an attempt at it, by any of its names. */
	hasBegunWith(names: readonly string[]): boolean {
		return names.some((name) => this.begun.get(fingerprintOf(name)) !== undefined);
	}

	/** Whether one has begun with it for which someone vouched. */
	hasBegunBy(way: ConfirmedBy, names: readonly string[]): boolean {
		return names.some((name) => this.begun.get(fingerprintOf(name))?.has(way));
	}

	/** Notes that a fax, or an attempt at it, is passed on. */
	passOn(name: string): void {
		this.passedOn.set(name, { times: this.lastOf(name).times + 1, at: Date.now() });
	}

	/** How often it was passed on, and when last. */
	lastOf(name: string): { times: number; at: number } {
		return this.passedOn.get(name) ?? { times: 0, at: -Infinity };
	}

	/** Whether it is to be passed on now, as no execution has begun with it: after an hour again, then ever more seldom. */
	isDue(name: string): boolean {
		const { times, at } = this.lastOf(name);
		return !this.hasBegunWith([name]) && Math.abs(Date.now() - at) >= HOUR * 2 ** (times - 1);
	}
}

const seen = new LruMap<string, Seen>(10_000);

/** What this process has seen of a trigger, named as by `keyOf`. */
export function seenOf(key: string): Seen {
	return seen.getOrAdd(key, () => new Seen());
}

import type { INodeExecutionData } from 'n8n-workflow';

import { faxNamesOf } from '../../shared/trigger/faxIdentity';
import { LruMap } from '../../shared/values/lruMap';
import { fingerprintOfId } from '../../shared/watch/faxIds';
import type { ListedEvent } from '../../shared/watch/faxes';

const HOUR = 3_600_000;

/** For so long what was found again tells: a delivery puts faxes of the two days after it in doubt. */
const LEARNED = 52 * HOUR;

/** Of one trigger, how many names of the latest faxes are remembered. */
const NAMES = 10_000;

/** What this process has seen of the faxes of one trigger. Times are in milliseconds. */
export class Seen {
	/** When it met the trigger: in an activation, as a rule. */
	readonly since = Date.now();

	/** When the lists were read last. */
	lookedAt: number | undefined;

	/** When faxes were passed on last. */
	passedOnAt = -Infinity;

	/** Whether it has begun with any execution. Where workers execute, it has not. */
	hasBegun = false;

	/** Names of faxes that executions have begun with, and whether a signature vouched for them. */
	private readonly begun = new LruMap<string, boolean>(NAMES);

	/** How often which fax was passed on, and when last. */
	private readonly passedOn = new LruMap<string, { times: number; at: number }>(NAMES);

	/** When records without a date were listed first. */
	private readonly undated = new LruMap<string, number>(NAMES);

	/** When faxes of an event that were delivered with a signature were found again in a list. */
	private readonly foundAgainAt = new Map<ListedEvent, number>();

	/** Notes the faxes that an execution has begun with. */
	begin(items: readonly INodeExecutionData[]): void {
		this.hasBegun = true;
		for (const { json } of items) {
			const isSigned = json['confirmedBy'] === 'signature';
			for (const name of faxNamesOf(json)) {
				const key = fingerprintOfId(name);
				this.begun.set(key, isSigned || this.begun.get(key) === true);
			}
		}
	}

	/** Whether an execution has begun with a fax, by any of its names. */
	hasBegunWith(names: readonly string[]): boolean {
		return names.some((name) => this.begun.get(fingerprintOfId(name)) !== undefined);
	}

	/** Whether one that a signed delivery has started has begun with it. */
	wasDelivered(names: readonly string[]): boolean {
		return names.some((name) => this.begun.get(fingerprintOfId(name)) === true);
	}

	/** Notes that a fax that was delivered was found again in a list. */
	findAgain(event: ListedEvent): void {
		this.foundAgainAt.set(event, Date.now());
	}

	/** Whether lists are known to call faxes of an event what deliveries call them. */
	hasFoundAgain(event: ListedEvent): boolean {
		return Math.abs(Date.now() - (this.foundAgainAt.get(event) ?? -Infinity)) < LEARNED;
	}

	/** Whether a fax is to be passed on now: at most once an hour, and ever more seldom. */
	isDue(name: string): boolean {
		const { times, at } = this.passedOn.get(name) ?? { times: 0, at: -Infinity };
		return Math.abs(Date.now() - at) >= HOUR * 2 ** (times - 1);
	}

	/** Notes that faxes are passed on. */
	passOn(names: readonly string[]): void {
		if (names.length > 0) this.passedOnAt = Date.now();
		for (const name of names)
			this.passedOn.set(name, { times: (this.passedOn.get(name)?.times ?? 0) + 1, at: this.passedOnAt });
	}

	/** When a record without a date was listed first; what was there at the first look may be of any time. */
	firstListedAt(name: string): number {
		return this.undated.getOrAdd(name, () => (this.lookedAt === undefined ? Infinity : Date.now()));
	}
}

const seen = new LruMap<string, Seen>(1_000);

/** What this process has seen of a trigger, named as by `keyOf`. */
export function seenOf(key: string): Seen {
	return seen.getOrAdd(key, () => new Seen());
}

import type { INodeExecutionData } from 'n8n-workflow';

import type { ConfirmedBy } from '../../shared/faxes/faxIdentity';
import { BY_WEBHOOK, faxNamesOf, idNamesOf, tellingNamesOf } from '../../shared/faxes/faxIdentity';
import { LruMap } from '../../shared/values/lruMap';
import type { ListedEvent } from '../../shared/watch/faxes';

/** For so long what was found again tells: a delivery puts faxes of the two days after it in doubt. In milliseconds. */
const LEARNED = 52 * 3_600_000;

/** Of one trigger, how many names of the latest faxes are remembered. */
const NAMES = 10_000;

/** Whether any of the names is that of a fax which came some way before. */
type Knows = (way: ConfirmedBy, names: readonly string[]) => boolean;

/** What this process has learned from the lists of one trigger. Times are in milliseconds. */
export class Learned {
	/** When the lists were read last. */
	lookedAt: number | undefined;

	/** When faxes were passed on last. */
	passedOnAt = -Infinity;

	/** When records without a date were listed first. */
	private readonly undated = new LruMap<string, number>(NAMES);

	/** When faxes of an event that a webhook had brought some way were found again in a list, by any name or by their ids. */
	private readonly foundAt = new Map<string, number>();

	/** Notes whether a fax of a list is one that a webhook has brought. */
	learn({ json }: INodeExecutionData, knows: Knows): void {
		for (const way of BY_WEBHOOK) {
			const event = json['event'] as ListedEvent;
			if (knows(way, faxNamesOf(json))) this.foundAt.set(`${way} ${event}`, Date.now());
			if (knows(way, idNamesOf(json))) this.foundAt.set(`${way} ${event} by id`, Date.now());
		}
	}

	/** Whether a fax of a list has come before: with a check, by its first name; with a webhook, by any that lists have in common. */
	isKnown({ json }: INodeExecutionData, knows: Knows): boolean {
		const event = json['event'] as ListedEvent;
		return (
			knows('list', faxNamesOf(json).slice(0, 1)) ||
			BY_WEBHOOK.some((way) => knows(way, tellingNamesOf(json, this.areIdsCommon(way, event))))
		);
	}

	/** Whether lists are known to call faxes of an event what they are called that come some way. A record is called by the id that it is read by. */
	hasFoundAgain(way: ConfirmedBy, event: ListedEvent): boolean {
		return this.hasFound(`${way} ${event}`) || this.areIdsCommon(way, event);
	}

	/** Whether they are known to have the same ids. Where deliveries and lists do, so does the record that is read by such an id. */
	areIdsCommon(way: ConfirmedBy, event: ListedEvent): boolean {
		return [way, 'signature'].some((one) => this.hasFound(`${one} ${event} by id`));
	}

	private hasFound(what: string): boolean {
		return Math.abs(Date.now() - (this.foundAt.get(what) ?? -Infinity)) < LEARNED;
	}

	/** When a record without a date was listed first; what was there at the first look may be of any time. */
	firstListedAt(name: string): number {
		return this.undated.getOrAdd(name, () => (this.lookedAt === undefined ? Infinity : Date.now()));
	}
}

const learned = new LruMap<string, Learned>(1_000);

/** What this process has learned from the lists of a trigger, named as by `keyOf`. */
export function learnedOf(key: string): Learned {
	return learned.getOrAdd(key, () => new Learned());
}

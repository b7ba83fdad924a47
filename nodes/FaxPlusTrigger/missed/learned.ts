import { LruMap } from '../../shared/values/lruMap';
import type { ListedEvent } from '../../shared/watch/faxes';

/** For so long what was found again tells: a delivery puts faxes of the two days after it in doubt. In milliseconds. */
const LEARNED = 52 * 3_600_000;

/** Of one trigger, how many names of the latest faxes are remembered. */
const NAMES = 10_000;

/** What this process has learned from the lists of one trigger. Times are in milliseconds. */
export class Learned {
	/** When the lists were read last. */
	lookedAt: number | undefined;

	/** When faxes were passed on last. */
	passedOnAt = -Infinity;

	/** When records without a date were listed first. */
	private readonly undated = new LruMap<string, number>(NAMES);

	/** When faxes of an event that were delivered with a signature were found again in a list. */
	private readonly foundAgainAt = new Map<ListedEvent, number>();

	/** When they were found by their ids. */
	private readonly foundByIdAt = new Map<ListedEvent, number>();

	/**
	 * Notes that a fax that was delivered was found again in a list.
	 *
	 * @param isById whether its id is the same
	 */
	findAgain(event: ListedEvent, isById: boolean): void {
		this.foundAgainAt.set(event, Date.now());
		if (isById) this.foundByIdAt.set(event, Date.now());
	}

	/** Whether lists are known to call faxes of an event what deliveries call them. */
	hasFoundAgain(event: ListedEvent): boolean {
		return isRecent(this.foundAgainAt.get(event));
	}

	/** Whether they are known to have the same ids. */
	areIdsCommon(event: ListedEvent): boolean {
		return isRecent(this.foundByIdAt.get(event));
	}

	/** When a record without a date was listed first; what was there at the first look may be of any time. */
	firstListedAt(name: string): number {
		return this.undated.getOrAdd(name, () => (this.lookedAt === undefined ? Infinity : Date.now()));
	}
}

function isRecent(time = -Infinity): boolean {
	return Math.abs(Date.now() - time) < LEARNED;
}

const learned = new LruMap<string, Learned>(1_000);

/** What this process has learned from the lists of a trigger, named as by `keyOf`. */
export function learnedOf(key: string): Learned {
	return learned.getOrAdd(key, () => new Learned());
}

import { LruMap } from '../../shared/values/lruMap';
import type { Seen } from '../../shared/watch/seen';
import { seenOf } from '../../shared/watch/seen';

const MINUTE = 60_000;

/** For so long a fax counts as delivered once n8n has taken it, in milliseconds: its execution may have to wait for others. */
const ACCEPTED_MS = 5 * MINUTE;

/** The same where executions run in other processes, so that this one never learns what became of them. */
const ACCEPTED_ELSEWHERE_MS = 24 * 60 * MINUTE;

/**
 * What this process knows of the faxes of one trigger, by their first names: nobody has to be asked about them, however
 * often strangers name them. An execution that n8n has lost before its first step is not known for longer than a moment.
 */
export class KnownFaxes {
	/** Those whose deliveries n8n has taken. */
	private readonly accepted = new LruMap<string, { at: number; isSigned: boolean }>(10_000);

	/**
	 * @param seen what executions of this process have begun with
	 * @param clock in milliseconds; one that nobody sets
	 */
	constructor(
		private readonly seen: () => Pick<Seen, 'hasBegun' | 'hasBegunWith'>,
		private readonly clock: () => number = () => performance.now(),
	) {}

	/** @returns undefined for a fax that was not delivered; `signed` while nobody but a stranger delivers it without a signature */
	find(name: string): 'delivered' | 'signed' | undefined {
		const { at, isSigned } = this.accepted.get(name) ?? { at: -Infinity };
		const age = this.clock() - at;
		if (isSigned && age < ACCEPTED_MS) return 'signed';
		const seen = this.seen();
		const isRecent = age < (seen.hasBegun ? ACCEPTED_MS : ACCEPTED_ELSEWHERE_MS);
		return isRecent || seen.hasBegunWith([name]) ? 'delivered' : undefined;
	}

	noteAccepted(name: string, isSigned: boolean): void {
		this.accepted.set(name, { at: this.clock(), isSigned });
	}
}

const faxesByTrigger = new LruMap<string, KnownFaxes>(1_000);

/** @param trigger as `keyOf` names it */
export function knownFaxesOf(trigger: string): KnownFaxes {
	return faxesByTrigger.getOrAdd(trigger, () => new KnownFaxes(() => seenOf(trigger)));
}

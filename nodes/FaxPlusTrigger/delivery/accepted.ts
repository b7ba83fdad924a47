import type { INodeExecutionData } from 'n8n-workflow';

import { faxNamesOf } from '../../shared/faxes/faxIdentity';
import { LruMap } from '../../shared/values/lruMap';
import type { Seen } from '../../shared/watch/seen';
import { seenOf } from '../../shared/watch/seen';

const MINUTE = 60_000;

/** For so long copies of a delivery are kept away, in milliseconds; after it a replay by hand must get through. */
const COPIES_MS = MINUTE;

/** For so long a fax counts as delivered once n8n has taken it: its execution may have to wait for others. */
const FAX_MS = 5 * MINUTE;

/** The same where executions run in other processes, so that this one never learns what became of them. */
const FAX_ELSEWHERE_MS = 24 * 60 * MINUTE;

/** Deliveries, and faxes, that are remembered of one trigger. */
const REMEMBERED = 10_000;

/** Says how the handling of a delivery has ended; only the first word counts. */
export type Settle = (isAccepted: boolean) => void;

interface Handling {
	isAccepted: Promise<boolean>;
	/** Until when it keeps copies away. */
	end: number;
}

/** The fax of a delivery, by its first name. */
type Fax = { name: string | undefined; isSigned: boolean };

/**
 * What n8n has taken of the deliveries to one trigger, as far as this process knows. Copies of the same moment would start
 * executions that several workers run at once, which could not tell them apart. And nobody has to be asked about a fax that was
 * delivered, however often strangers name it; one whose execution n8n has lost before its first step soon is not known any more.
 */
export class Accepted {
	private readonly handlings = new LruMap<string, Handling>(REMEMBERED);

	private readonly faxes = new LruMap<string, { at: number; isSigned: boolean }>(REMEMBERED);

	/**
	 * @param seen what executions of this process have begun with
	 * @param clock in milliseconds; one that nobody sets
	 */
	constructor(
		private readonly seen: () => Pick<Seen, 'hasBegun' | 'hasBegunWith'>,
		private readonly clock: () => number = () => performance.now(),
	) {}

	/**
	 * Gives the right to hand a delivery to n8n. While somebody else has it, waits for how that ends: if well, the delivery
	 * counts as accepted, else the right passes to the one who waited.
	 *
	 * @param delivery what tells it from others
	 * @returns to be told how it ended; undefined when the delivery was accepted
	 */
	async begin(delivery: string, fax?: Fax): Promise<Settle | undefined> {
		for (;;) {
			const handling = this.handlings.get(delivery);
			if (!handling || this.clock() > handling.end) return this.settlerOf(delivery, fax);
			if (await handling.isAccepted) return undefined;
		}
	}

	/** Whether a delivery is, or was, handed to n8n by this process. */
	hasTaken(delivery: string): boolean {
		return this.handlings.get(delivery) !== undefined;
	}

	/** @returns undefined for a fax that was not delivered; `signed` while nobody but a stranger delivers it without a signature */
	find(faxName: string): 'delivered' | 'signed' | undefined {
		const { at, isSigned } = this.faxes.get(faxName) ?? { at: -Infinity };
		const age = this.clock() - at;
		if (isSigned && age < FAX_MS) return 'signed';
		const seen = this.seen();
		const isRecent = age < (seen.hasBegun ? FAX_MS : FAX_ELSEWHERE_MS);
		return isRecent || seen.hasBegunWith([faxName]) ? 'delivered' : undefined;
	}

	private settlerOf(delivery: string, fax?: Fax): Settle {
		let resolve: Settle = () => undefined;
		const isAccepted = new Promise<boolean>((settle) => (resolve = settle));
		const handling: Handling = { isAccepted, end: Infinity };
		this.handlings.set(delivery, handling);
		let isSettled = false;
		return (isTaken) => {
			if (isSettled) return;
			isSettled = true;
			const at = this.clock();
			if (isTaken) handling.end = at + COPIES_MS;
			else if (this.handlings.get(delivery) === handling) this.handlings.delete(delivery);
			if (isTaken && fax?.name !== undefined) this.faxes.set(fax.name, { at, isSigned: fax.isSigned });
			resolve(isTaken);
		};
	}
}

/** What tells the delivery of an item from others of its trigger; the name of its fax where no signature vouches for it. */
export function deliveryOf({ json }: INodeExecutionData): string {
	return JSON.stringify(json['webhookId'] ?? faxNamesOf(json)[0]);
}

const acceptedByTrigger = new LruMap<string, Accepted>(1_000);

/** @param trigger as `keyOf` names it */
export function acceptedOf(trigger: string): Accepted {
	return acceptedByTrigger.getOrAdd(trigger, () => new Accepted(() => seenOf(trigger)));
}

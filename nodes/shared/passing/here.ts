import type { INodeExecutionData } from 'n8n-workflow';

import { rememberedOf } from '../trigger/processMemory';
import { fingerprintOf } from '../values/fingerprint';
import { LruMap } from '../values/lruMap';
import type { ListedEvent } from '../faxes/faxEvents';
import type { ConfirmedBy } from './fax';
import { faxesOf } from '../faxes/faxNames';
import { deliveryOf } from './fax';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long copies of a delivery are ignored, in milliseconds. After that, users must be able to replay the delivery. */
const COPIES_MS = MINUTE;

/**
 * How long a fax is treated as delivered once n8n has accepted it, in milliseconds. Its execution may have to wait for others.
 */
const FAX_MS = 5 * MINUTE;

/**
 * How long a fax is treated as delivered if other processes execute workflows, in milliseconds. This process never finds
 * out what they did.
 */
const FAX_ELSEWHERE_MS = DAY;

/** Maximum number of deliveries, and of faxes, that are remembered for one trigger. */
const REMEMBERED = 10_000;

/** Reports the result of handling a delivery. Only the first call has an effect. */
export type EndHandling = (isAccepted: boolean) => void;

interface Handling {
	isAccepted: Promise<boolean>;
	/** Time until which copies are ignored. */
	end: number;
}

/**
 * What this process knows about the faxes of one trigger: what n8n has accepted, and what executions here have begun to
 * process. Everything else is in n8n's store. Times are in milliseconds.
 */
export class Here {
	/** When this process first saw the trigger, usually in an activation. */
	readonly metAt = Date.now();

	/**
	 * How far n8n's clock is ahead of Fax.Plus's, which each response shows. It's 0 if they differ by less than a minute.
	 */
	clockAhead = 0;

	/** Whether this process has begun any execution. It hasn't if workers execute workflows. */
	hasBegun = false;

	/** Whether this process has considered any fax lost that it had handed over. */
	hasTakenBack = false;

	/** Events whose lists are known to use the same IDs as their deliveries. */
	readonly agreed = new Set<ListedEvent>();

	private readonly handlings = new LruMap<string, Handling>(REMEMBERED);

	private readonly taken = new LruMap<string, { at: number; isSigned: boolean }>(REMEMBERED);

	/** Faxes that executions have begun to process, and what confirmed them. */
	private readonly begun = new LruMap<string, Set<unknown>>(REMEMBERED);

	/** @param clock monotonic, in milliseconds */
	constructor(private readonly clock: () => number = () => performance.now()) {}

	/**
	 * Decides which copy of a delivery may be handed to n8n. Copies that arrive together would start executions that
	 * several workers run at once, without knowing about each other. So while one copy is being handled, another one waits
	 * for its result. If the first one succeeds, the delivery is accepted. Otherwise, the waiting copy gets its turn.
	 *
	 * @param item of the delivery
	 * @returns a function that reports the result, or undefined if the delivery was accepted
	 */
	async take(item: INodeExecutionData): Promise<EndHandling | undefined> {
		const delivery = deliveryOf(item);
		for (;;) {
			const handling = this.handlings.get(delivery);
			if (!handling || this.clock() > handling.end) return this.handle(delivery, item);
			if (await handling.isAccepted) return undefined;
		}
	}

	/**
	 * Whether a fax was delivered, so that no request to Fax.Plus is needed, however often strangers name the fax. If n8n
	 * loses its execution before `execute()`, the fax is soon forgotten.
	 *
	 * @returns undefined for a fax that wasn't delivered, and `signed` while only a stranger would deliver it without a
	 * signature
	 */
	arrivalOf(fax: string): 'delivered' | 'signed' | undefined {
		const { at, isSigned } = this.taken.get(fax) ?? { at: -Infinity };
		const age = this.clock() - at;
		if (isSigned && age < FAX_MS) return 'signed';
		const isRecent = age < (this.hasBegun ? FAX_MS : FAX_ELSEWHERE_MS);
		return isRecent || this.hasBegunWith([fax]) ? 'delivered' : undefined;
	}

	/** Records what Fax.Plus's clock shows. */
	noteDate(date: unknown): void {
		const ahead = Date.now() - Date.parse(String(date));
		if (!Number.isNaN(ahead)) this.clockAhead = Math.abs(ahead) < MINUTE ? 0 : ahead;
	}

	/** Records the faxes that an execution has begun to process. */
	noteBegun(items: readonly INodeExecutionData[]): void {
		this.hasBegun = true;
		for (const { json } of items)
			for (const name of faxesOf(json))
				this.begun.getOrAdd(fingerprintOf(name), () => new Set()).add(json['confirmedBy']);
	}

	/** Whether an execution has begun to process a fax, optionally only if the fax was confirmed in the given way. */
	hasBegunWith(names: readonly string[], confirmedBy?: ConfirmedBy): boolean {
		const confirmations = names.flatMap((name) => this.begun.get(fingerprintOf(name)) ?? []);
		return confirmations.some((one) => confirmedBy === undefined || one.has(confirmedBy));
	}

	/**
	 * Whether an execution has begun to process a listed fax. If its delivery was signed, this also records that lists and
	 * deliveries of its event agree.
	 */
	hasBegunWithListed(event: ListedEvent, names: readonly string[]): boolean {
		const isTaken = names.some((name) => this.taken.get(name)?.isSigned);
		if (isTaken || this.hasBegunWith(names, 'signature')) this.agreed.add(event);
		return this.hasBegunWith(names);
	}

	private handle(delivery: string, { json }: INodeExecutionData): EndHandling {
		const isSigned = json['confirmedBy'] === 'signature';
		let resolve: EndHandling = () => undefined;
		const isAccepted = new Promise<boolean>((end) => (resolve = end));
		const handling: Handling = { isAccepted, end: Infinity };
		this.handlings.set(delivery, handling);
		let isEnded = false;
		return (isTaken) => {
			if (isEnded) return;
			isEnded = true;
			const at = this.clock();
			if (isTaken) handling.end = at + COPIES_MS;
			else if (this.handlings.get(delivery) === handling) this.handlings.delete(delivery);
			if (isTaken) for (const name of faxesOf(json)) this.taken.set(name, { at, isSigned });
			resolve(isTaken);
		};
	}
}

/** Returns what this process knows about the faxes of a trigger, given by its `keyOf`. */
export function hereOf(trigger: string): Here {
	return rememberedOf(trigger, Here);
}

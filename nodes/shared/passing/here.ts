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

/** For so long copies of a delivery are kept away, in milliseconds; after it a replay by hand must get through. */
const COPIES_MS = MINUTE;

/** For so long a fax counts as delivered once n8n has taken it: its execution may have to wait for others. */
const FAX_MS = 5 * MINUTE;

/** The same where executions run in other processes, so that this one never learns what became of them. */
const FAX_ELSEWHERE_MS = DAY;

/** Deliveries, and faxes, that are remembered of one trigger. */
const REMEMBERED = 10_000;

/** Says how the handling of a delivery has ended; only the first word counts. */
export type EndHandling = (isAccepted: boolean) => void;

interface Handling {
	isAccepted: Promise<boolean>;
	/** Until when it keeps copies away. */
	end: number;
}

/**
 * What this process knows of the faxes of one trigger: what n8n has taken, what executions here have begun with, what was passed
 * on. All else is in n8n's store. Times are in milliseconds.
 */
export class Here {
	/** When it met the trigger: in an activation, as a rule. */
	readonly metAt = Date.now();

	/** How far n8n's clock is ahead of the service's, which stands in each answer; 0 where they differ by less than a minute. */
	clockAhead = 0;

	/** Whether it has begun with any execution. Where workers execute, it has not. */
	hasBegun = false;

	/** Whether anything was taken for lost that it had passed on. */
	hasTakenBack = false;

	/** Events of which lists are known to call faxes what deliveries call them. */
	readonly agreed = new Set<ListedEvent>();

	private readonly handlings = new LruMap<string, Handling>(REMEMBERED);

	private readonly taken = new LruMap<string, { at: number; isSigned: boolean }>(REMEMBERED);

	/** Faxes that executions have begun with, and who vouched for them. */
	private readonly begun = new LruMap<string, Set<unknown>>(REMEMBERED);

	/** @param clock in milliseconds; one that nobody sets */
	constructor(private readonly clock: () => number = () => performance.now()) {}

	/**
	 * Gives the right to hand a delivery to n8n. Copies of the same moment would start executions that several workers run at
	 * once, which could not tell them apart. So while somebody else has the right, it waits for how that ends: if well, the
	 * delivery counts as accepted, else the right passes to the one who waited.
	 *
	 * @param item of the delivery
	 * @returns to be told how it ended; undefined when the delivery was accepted
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
	 * Whether a fax was delivered, so that nobody has to be asked about it, however often strangers name it. One whose execution
	 * n8n has lost before its first step soon is not known any more.
	 *
	 * @returns undefined for one that was not; `signed` while nobody but a stranger delivers it without a signature
	 */
	arrivalOf(fax: string): 'delivered' | 'signed' | undefined {
		const { at, isSigned } = this.taken.get(fax) ?? { at: -Infinity };
		const age = this.clock() - at;
		if (isSigned && age < FAX_MS) return 'signed';
		const isRecent = age < (this.hasBegun ? FAX_MS : FAX_ELSEWHERE_MS);
		return isRecent || this.hasBegunWith([fax]) ? 'delivered' : undefined;
	}

	/** Notes what the service's clock says. */
	noteDate(date: unknown): void {
		const ahead = Date.now() - Date.parse(String(date));
		if (!Number.isNaN(ahead)) this.clockAhead = Math.abs(ahead) < MINUTE ? 0 : ahead;
	}

	/** Notes the faxes that an execution has begun with. */
	noteBegun(items: readonly INodeExecutionData[]): void {
		this.hasBegun = true;
		for (const { json } of items)
			for (const name of faxesOf(json))
				this.begun.getOrAdd(fingerprintOf(name), () => new Set()).add(json['confirmedBy']);
	}

	/** Whether an execution has begun with a fax; and with one for which someone vouched. */
	hasBegunWith(names: readonly string[], confirmedBy?: ConfirmedBy): boolean {
		const ways = names.flatMap((name) => this.begun.get(fingerprintOf(name)) ?? []);
		return ways.some((one) => confirmedBy === undefined || one.has(confirmedBy));
	}

	/** The same for a fax of a list; where its delivery was signed, lists and deliveries of its event agree. */
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

/** What this process knows of the faxes of a trigger, which is named as by `keyOf`. */
export function hereOf(trigger: string): Here {
	return rememberedOf(trigger, Here);
}

import { setTimeout as pause } from 'node:timers/promises';

import { seed, type Delivery, type Simulator } from '../../simulator';
import { serviceTime } from '../../simulator/faxing/times';
import { until } from '../until';
import { clockTime, type Faxes } from './ledger';
import type { PassCounter } from './passes';
import type { Tracked } from './tally';

/** How a fax comes. All times are in milliseconds. */
export interface Arrival {
	/** Pause before each copy of the delivery, once the delivery was accepted. */
	copiesAfter?: readonly number[];
	/** Whether copies also wait until the fax has started the workflow. */
	copiesWait?: boolean;
	/** Whether the fax is listed but never delivered. */
	isLost?: boolean;
	/** Time from the start of the fax until its delivery. `lag` is the time from the delivery until the fax is listed. */
	age?: number;
	lag?: number;
}

export interface DeliveredFax {
	id: string;
	begunAt: number;
	listedAt: number;
	/** Undefined if the fax is never delivered. */
	delivery?: Delivery | undefined;
	/** How many copies of the delivery were sent. */
	copies: number;
}

/**
 * Pauses before the simulator repeats a delivery, in milliseconds. Together they last ten minutes, because a busy machine may
 * take a long time to start n8n.
 */
export const RETRIES = [500, 1_000, 2_000, 4_000, 8_000, ...Array<number>(20).fill(30_000)];

/**
 * Maximum time that a copy waits until its delivery has started the workflow, in milliseconds. A kill may have ended the
 * delivery's execution.
 */
const PASS_LIMIT_MS = 60_000;

/** Received faxes that the simulator delivers to a workflow. */
export class DeliveredFaxes implements Faxes {
	readonly all: DeliveredFax[] = [];

	private readonly underWay = new Set<Promise<void>>();

	/**
	 * @param passes counts what starts the workflow, under the ids of faxes
	 * @param findsMissed whether the trigger also finds faxes without an accepted delivery, so that all faxes must start the workflow
	 * @param signal ends all waiting for copies
	 */
	constructor(
		private readonly simulator: Simulator,
		private readonly passes: PassCounter,
		readonly findsMissed = false,
		private readonly signal?: AbortSignal,
	) {}

	get tracked(): Tracked[] {
		return this.all.map(({ id, begunAt, delivery }) => {
			const attempts = delivery?.attempts ?? [];
			const isDelivered = attempts.some(({ status = 0 }) => status >= 200 && status < 300);
			return {
				id,
				accepted: this.findsMissed || isDelivered,
				times: [begunAt, ...attempts.map(({ at }) => at)],
			};
		});
	}

	/** Number of attempts of all deliveries, with those of their copies. */
	get attempts(): number {
		return this.all.reduce((sum, { delivery }) => sum + (delivery?.attempts.length ?? 0), 0);
	}

	/** Total number of copies. */
	get copies(): number {
		return this.all.reduce((sum, { copies }) => sum + copies, 0);
	}

	/** Adds a received fax and delivers it. */
	add({
		copiesAfter = [],
		copiesWait = false,
		isLost = false,
		age = 0,
		lag = 0,
	}: Arrival = {}): DeliveredFax {
		const begunAt = Date.now();
		const time = serviceTime(begunAt - age);
		const id = this.simulator.addFax({ startTime: time, lastUpdate: time, listedFrom: begunAt + lag });
		const [delivery] = isLost ? [] : this.simulator.faxReceived({ faxId: id });
		const fax = { id, begunAt, listedAt: begunAt + lag, delivery, copies: 0 };
		this.all.push(fax);
		const session = this.simulator.state.accounts.get(seed.accountId)?.faxes.get(id)?.sessionId ?? id;
		this.passes.identify(id, [session, delivery?.webhookId ?? id]);
		const work = this.follow(fax, copiesAfter, copiesWait).finally(() => this.underWay.delete(work));
		this.underWay.add(work);
		return fax;
	}

	/** Waits until each delivery is either accepted or given up, and copied. */
	async settled(): Promise<void> {
		await Promise.all(this.underWay);
	}

	storyOf(id: string): string {
		const { begunAt = 0, listedAt = 0, delivery } = this.all.find((fax) => fax.id === id) ?? {};
		const attempts = delivery?.attempts.map(
			({ at, status }) => `${clockTime(at)} (${status ?? 'no answer'})`,
		);
		return `came ${clockTime(begunAt)}, listed ${clockTime(listedAt)}, delivered ${attempts?.join(', ') ?? 'never'}`;
	}

	private async follow(
		fax: DeliveredFax,
		copiesAfter: readonly number[],
		copiesWait: boolean,
	): Promise<void> {
		const { id, delivery } = fax;
		await delivery?.settled;
		if (delivery?.state !== 'delivered' || copiesAfter.length === 0) return;
		if (copiesWait) await until(() => this.passes.has(id), PASS_LIMIT_MS).catch(() => undefined);
		for (const milliseconds of copiesAfter) {
			const isDue = await pause(milliseconds, true, { signal: this.signal }).catch(() => false);
			if (!isDue) return;
			fax.copies += 1;
			await this.simulator.replay(delivery.webhookId);
		}
	}
}

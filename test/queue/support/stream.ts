import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';

import { until } from '../../../tools/harness/until';
import type { Delivery, Simulator } from '../../../tools/simulator';
import type { CheckOptions } from './outcome';

export interface StreamOptions extends CheckOptions {
	/** How many deliveries, copies not counted. */
	count: number;
	/** Deliveries a second; fewer when the receivers do not keep up. */
	rate: number;
	/** Called when this many deliveries have been begun; the stream goes on meanwhile. */
	midway?: { after: number; run: () => Promise<void> };
	/** Whether an execution has passed a delivery on; only then it is delivered again. */
	hasPassed?: (webhookId: string) => boolean;
}

export interface StreamResult {
	deliveries: Delivery[];
	/** How many of them were delivered again although they had been accepted, and with how many copies in all. */
	repeated: number;
	copies: number;
	/** From the first delivery to the last answer, in milliseconds. */
	duration: number;
	/** From when to when `midway` ran, in Unix milliseconds. */
	midway?: { from: number; to: number };
}

/** When what was not accepted is delivered again, in milliseconds: for ten minutes, as a busy machine may take long to start n8n. */
export const RETRIES = [500, 1_000, 2_000, 4_000, 8_000, ...Array<number>(20).fill(30_000)];

/**
 * More deliveries than this never wait for an answer at once, so that the rate falls to what the machine carries. Few enough that
 * they are answered in time: else each would come again, to a machine that is too busy as it is.
 */
const OPEN_LIMIT = 10;
const POLL_MS = 20;
const COPY_AFTER_MS = 1_000;
/** So long at most what comes again waits until it has passed: the execution of its first may have been killed. */
const PASS_LIMIT_MS = 60_000;
const COPY_SPREAD_MS = 1_500;

/** Lets the simulator deliver to several processes, each attempt of a delivery to another one than the last. */
export class DeliveryStreams {
	private readonly routes = new AsyncLocalStorage<{ next: number }>();

	private begun = 0;

	private open = 0;

	/**
	 * @param targets base addresses of the processes that take webhook calls
	 */
	constructor(
		private readonly simulator: Simulator,
		targets: readonly string[],
	) {
		simulator.deliverySettings.mapUrl = (url) => {
			const route = this.routes.getStore();
			const target = targets[(route?.next ?? 0) % targets.length] ?? url;
			if (route) route.next += 1;
			return target + new URL(url).pathname;
		};
	}

	/**
	 * Delivers faxes at a steady rate. Every third is delivered again, once or twice, more than a second after it has passed, by
	 * the next process: two workers may pass what they execute at the same moment, however much later it came, because a machine
	 * that is busy lets both wait.
	 *
	 * @returns when everything is delivered or given up
	 */
	async run({ count, rate, midway, hasPassed = () => true }: StreamOptions): Promise<StreamResult> {
		const from = Date.now();
		const work: Array<Promise<{ delivery: Delivery; copies: number }>> = [];
		let midwayWork: Promise<StreamResult['midway']> | undefined;
		for (let index = 0; index < count; index++) {
			if (index === midway?.after) midwayWork = timed(midway.run);
			const copies = index % 3 === 0 ? 1 + ((index / 3) % 2) : 0;
			while (this.open >= OPEN_LIMIT) await pause(POLL_MS);
			work.push(this.deliver(copies, hasPassed));
			await pause(Math.max(0, from + ((index + 1) * 1000) / rate - Date.now()));
		}
		const done = await Promise.all(work);
		const midwayTimes = await midwayWork;
		const repeated = done.filter(({ copies }) => copies > 0);
		return {
			deliveries: done.map(({ delivery }) => delivery),
			repeated: repeated.length,
			copies: repeated.reduce((sum, { copies }) => sum + copies, 0),
			duration: Date.now() - from,
			...(midwayTimes ? { midway: midwayTimes } : {}),
		};
	}

	private async deliver(
		copies: number,
		hasPassed: (webhookId: string) => boolean,
	): Promise<{ delivery: Delivery; copies: number }> {
		this.begun += 1;
		return await this.routes.run({ next: this.begun }, async () => {
			const [delivery] = this.simulator.faxReceived();
			if (!delivery) throw new Error('No endpoint is subscribed');
			this.open += 1;
			await delivery.settled;
			this.open -= 1;
			if (delivery.state !== 'delivered') return { delivery, copies: 0 };
			const { webhookId } = delivery;
			if (copies > 0) await until(() => hasPassed(webhookId), PASS_LIMIT_MS).catch(() => undefined);
			for (let copy = 0; copy < copies; copy++) {
				await pause(COPY_AFTER_MS + Math.random() * COPY_SPREAD_MS);
				await this.simulator.replay(webhookId);
			}
			return { delivery, copies };
		});
	}
}

async function timed(work: () => Promise<void>): Promise<{ from: number; to: number }> {
	const from = Date.now();
	await work();
	return { from, to: Date.now() };
}

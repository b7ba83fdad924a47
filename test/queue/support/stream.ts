import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';

import { until } from '../../../tools/harness/until';
import type { Delivery, Simulator } from '../../../tools/simulator';
import type { CheckOptions } from './outcome';

export interface StreamOptions extends CheckOptions {
	/** Number of deliveries, without copies. */
	count: number;
	/** Deliveries per second. There are fewer if the receivers are too slow. */
	rate: number;
	/** Called after this many deliveries have started, while the stream continues. */
	midway?: { after: number; run: () => Promise<void> };
	/** Returns whether a delivery has started the workflow. Only then is it repeated. */
	hasPassed?: (webhookId: string) => boolean;
}

export interface StreamResult {
	deliveries: Delivery[];
	/** How many accepted deliveries were repeated, and the total number of their copies. */
	repeated: number;
	copies: number;
	/** Time from the first delivery to the last response, in milliseconds. */
	duration: number;
	/** When `midway` began and ended, in Unix milliseconds. */
	midway?: { from: number; to: number };
}

/**
 * Pauses before a delivery is repeated, in milliseconds. Together they last ten minutes, because a busy machine may take a
 * long time to start n8n.
 */
export const RETRIES = [500, 1_000, 2_000, 4_000, 8_000, ...Array<number>(20).fill(30_000)];

/**
 * Maximum number of deliveries that wait for a response at the same time. It limits the rate to what the machine can
 * handle, so that all get a response in time. Otherwise, they would be repeated, and make a busy machine even busier.
 */
const OPEN_LIMIT = 10;
const POLL_MS = 20;
const COPY_AFTER_MS = 1_000;
/**
 * Maximum time that a copy waits until its delivery has started the workflow, in milliseconds. A kill may have ended the
 * delivery's execution.
 */
const PASS_LIMIT_MS = 60_000;
const COPY_SPREAD_MS = 1_500;

/**
 * Makes the simulator deliver to several processes. Each attempt of a delivery goes to a different process than the one
 * before.
 */
export class DeliveryStreams {
	private readonly routes = new AsyncLocalStorage<{ next: number }>();

	private begun = 0;

	private open = 0;

	/** @param targets base URLs of the processes that receive webhook calls */
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
	 * Delivers faxes at a steady rate. Every third one is repeated once or twice by the next process, more than a second
	 * after it has started the workflow. The pause matters, because on a busy machine two workers could otherwise execute a
	 * delivery and its copy at the same moment.
	 *
	 * @returns once everything is delivered or given up
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

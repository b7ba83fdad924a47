import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';

import { disturb, type DeliveredFaxes, type Period, type Rig } from '../../../tools/harness/endurance';
import type { Simulator } from '../../../tools/simulator';

export interface StreamOptions {
	/** Number of deliveries, without copies. */
	count: number;
	/** Deliveries per second. There are fewer if the receivers are too slow. */
	rate: number;
	/** Called after this many deliveries have started, while the stream continues. */
	midway?: { after: number; run: () => Promise<void> };
}

export interface StreamResult {
	/** Time from the first delivery to the last response, in milliseconds. */
	duration: number;
	/** The period from the start of `midway` until all processes ran again. */
	disturbances: Period[];
}

/**
 * Maximum number of deliveries that wait for a response at the same time. It limits the rate to what the machine can
 * handle, so that all get a response in time. Otherwise, they would be repeated, and make a busy machine even busier.
 */
const OPEN_LIMIT = 10;
const POLL_MS = 20;
const COPY_AFTER_MS = 1_000;
const COPY_SPREAD_MS = 1_500;

/**
 * Makes the simulator deliver to several processes. Each attempt of a delivery goes to a different process than the one
 * before.
 */
export class DeliveryStreams {
	private readonly routes = new AsyncLocalStorage<{ next: number }>();

	private begun = 0;

	constructor(
		simulator: Simulator,
		private readonly rig: Pick<Rig, 'addresses' | 'supervisor'>,
	) {
		const { addresses } = rig;
		simulator.deliverySettings.mapUrl = (url) => {
			const route = this.routes.getStore();
			const target = addresses[(route?.next ?? 0) % addresses.length] ?? url;
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
	async run(faxes: DeliveredFaxes, { count, rate, midway }: StreamOptions): Promise<StreamResult> {
		const from = Date.now();
		const disturbing: Array<Promise<Period>> = [];
		const delivering: Array<Promise<void>> = [];
		let open = 0;
		for (let index = 0; index < count; index++) {
			if (index === midway?.after) disturbing.push(disturb(this.rig, midway.run));
			while (open >= OPEN_LIMIT) await pause(POLL_MS);
			open += 1;
			const copies = index % 3 === 0 ? 1 + ((index / 3) % 2) : 0;
			delivering.push(this.deliver(faxes, copies).finally(() => (open -= 1)));
			await pause(Math.max(0, from + ((index + 1) * 1000) / rate - Date.now()));
		}
		await Promise.all(delivering);
		await faxes.settled();
		return { duration: Date.now() - from, disturbances: await Promise.all(disturbing) };
	}

	/** Adds a fax, and waits for the response to its delivery. */
	private async deliver(faxes: DeliveredFaxes, copies: number): Promise<void> {
		const copiesAfter = Array.from({ length: copies }, () => COPY_AFTER_MS + Math.random() * COPY_SPREAD_MS);
		this.begun += 1;
		const { delivery } = this.routes.run({ next: this.begun }, () =>
			faxes.add({ copiesAfter, copiesWait: true }),
		);
		if (!delivery) throw new Error('No endpoint is subscribed');
		await delivery.settled;
	}
}

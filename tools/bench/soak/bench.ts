import { setTimeout as pause } from 'node:timers/promises';

import { startSimulator, type Simulator } from '../../simulator';
import type { PassCounter } from '../../../test/queue/support/passes';
import { FAX_ID } from '../../../test/queue/support/ledger';
import { BrokenExecutions } from './brokenExecutions';
import { DeliveryStream } from './deliveryStream';
import { FaxStream } from './faxStream';
import type { SoakOptions } from './options';
import { startRig, type SoakRig } from './rig';
import { SendStream } from './sendStream';
import type { Arrival } from './schedule';
import type { Passed, Tracked } from './tallies';

/**
 * Pauses between delivery attempts, in milliseconds. Together they outlast any downtime of n8n, so that the simulator never
 * gives up.
 */
const RETRY_SCHEDULE = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 60_000, 120_000, 240_000];

/** How many deliveries a starting n8n instance accepts and drops, and how long to wait for their faxes, in milliseconds. */
const SWALLOWED = 50;
const SWALLOWED_MS = 120_000;
const CHECK_MS = 500;

/** Matches the ids of deliveries and faxes in the simulator. */
const DELIVERY_OR_FAX = /\b(msg|fax|session)_\w+/g;

/** n8n, the simulator, and the workflows of a run. */
export class Bench {
	readonly brokenDeliveries: BrokenExecutions;

	readonly brokenFaxes: BrokenExecutions;

	/** Results for the deliveries that n8n accepted while it was starting. */
	readonly swallowed: Record<string, number> = {};

	/** Set while executions are checked, because two checks at once would retry the same executions. */
	private retrying: Promise<void> | undefined;

	private constructor(
		readonly rig: SoakRig,
		readonly simulator: Simulator,
		readonly deliveries: DeliveryStream,
		readonly faxes: FaxStream,
		readonly sends: SendStream,
	) {
		const { api } = rig.main;
		this.brokenDeliveries = new BrokenExecutions(api, deliveries.listener.workflowId, DELIVERY_OR_FAX);
		this.brokenFaxes = new BrokenExecutions(api, faxes.watcher.id, FAX_ID);
	}

	static async start({ mode, secret, keys }: SoakOptions, signal: AbortSignal): Promise<Bench> {
		const rig = await startRig(mode);
		const simulator = await startSimulator({
			ca: rig.main.front.certificate,
			retrySchedule: RETRY_SCHEDULE,
		});
		try {
			const deliveries = await DeliveryStream.start(
				rig,
				simulator,
				signal,
				secret && keys && { secret, keys },
			);
			const faxes = await FaxStream.start(rig, simulator);
			const sends = await SendStream.start(rig, simulator);
			return new Bench(rig, simulator, deliveries, faxes, sends);
		} catch (error) {
			await rig.stop();
			await simulator.stop();
			throw error;
		}
	}

	startArrival(arrival: Arrival): void {
		if (arrival.kind === 'delivery') this.deliveries.addFax(arrival);
		else if (arrival.kind === 'fax') this.faxes.add(arrival.category, arrival.lateness);
		else this.sends.startSend();
	}

	/** Makes a starting n8n instance accept and drop deliveries, and waits until later checks find their faxes. */
	async swallow(): Promise<void> {
		const from = Date.now();
		await this.deliveries.swallow(SWALLOWED);
		while (this.outstanding.deliveries > 0 && Date.now() - from < SWALLOWED_MS) await pause(CHECK_MS);
		Object.assign(this.swallowed, {
			deliveries: SWALLOWED,
			missing: this.outstanding.deliveries,
			seconds: Math.round((Date.now() - from) / 1000),
		});
	}

	/** How many deliveries and faxes haven't started a workflow yet, and how many sends have no reported outcome. */
	get outstanding(): { deliveries: number; faxes: number; sends: number } {
		const missing = ({ passes }: { passes: PassCounter }, count: number) =>
			count - passes.executionsById().size;
		return {
			deliveries: missing(this.deliveries.listener, this.deliveries.count),
			faxes: missing(this.faxes.watcher, this.faxes.tracked.length),
			sends: this.sends.asked.length - this.sends.reported.size,
		};
	}

	/** Finds crashed and failed executions, and retries those whose deliveries or faxes haven't started a workflow. */
	async retryFailed(): Promise<void> {
		this.retrying ??= this.retryOnce().finally(() => {
			this.retrying = undefined;
		});
		await this.retrying;
	}

	async stop(): Promise<void> {
		await Promise.allSettled([
			this.deliveries.listener.passes.stop(),
			this.faxes.watcher.passes.stop(),
			this.sends.stop(),
		]);
		await this.rig.stop();
		await this.simulator.stop();
	}

	private async retryOnce(): Promise<void> {
		const { deliveries, faxes } = this;
		await this.brokenDeliveries.check(() => {
			const accepted = deliveries.tracked.filter((one) => one.accepted);
			const missing = missingOf(accepted, deliveries.listener.passes);
			return new Set([...deliveries.names].filter(([, id]) => missing.has(id)).map(([name]) => name));
		});
		await this.brokenFaxes.check(() => missingOf(faxes.tracked, faxes.watcher.passes));
	}
}

/** Ids of the deliveries or faxes that haven't started a workflow. */
function missingOf(tracked: readonly Tracked[], passes: PassCounter): Set<string> {
	const passed = passes.executionsById();
	return new Set(tracked.map(({ id }) => id).filter((id) => !passed.has(id)));
}

/** Executions that each delivery or fax started, keyed by its id. */
export function passesById({ passes }: PassCounter): Map<string, Passed[]> {
	const byId = new Map<string, Passed[]>();
	for (const { id, executionId, at } of passes) {
		byId.set(id, [...(byId.get(id) ?? []), { executionId, at }]);
	}
	return byId;
}

import { setTimeout as pause } from 'node:timers/promises';

import { RETRIES } from '../../harness/endurance';
import { startSimulator, type Simulator } from '../../simulator';
import { swallow } from './missedFaxes';
import type { SoakOptions } from './options';
import { PollingTrigger } from './pollingTrigger';
import { startRig, type SoakRig } from './rig';
import { SendStream } from './sendStream';
import type { Event } from './schedule';
import { WebhookTrigger } from './webhookTrigger';

/** How many deliveries a starting n8n instance accepts and drops, and how long to wait for their faxes, in milliseconds. */
const SWALLOWED = 50;
const SWALLOWED_MS = 120_000;
const CHECK_MS = 500;

/**
 * How long to wait before a broken execution is retried, in milliseconds. In this time, the simulator or the trigger may
 * deliver its faxes again.
 */
const GRACE_MS = 90_000;

/** n8n, the simulator, and the workflows of a run. */
export class Bench {
	/** Results for the deliveries that n8n accepted while it was starting. */
	readonly swallowed: Record<string, number> = {};

	/** Set while executions are checked, because two checks at once would retry the same executions. */
	private retrying: Promise<void> | undefined;

	private constructor(
		readonly rig: SoakRig,
		readonly simulator: Simulator,
		readonly webhook: WebhookTrigger,
		readonly polling: PollingTrigger,
		readonly sends: SendStream,
	) {}

	static async start({ mode, secret, keys }: SoakOptions, signal: AbortSignal): Promise<Bench> {
		const rig = await startRig(mode);
		const simulator = await startSimulator({
			ca: rig.main.front.certificate,
			retrySchedule: RETRIES,
		});
		try {
			const missed = secret && keys && { secret, keys };
			const webhook = await WebhookTrigger.start(rig, simulator, signal, missed);
			const polling = await PollingTrigger.start(rig, simulator);
			const sends = await SendStream.start(rig, simulator);
			return new Bench(rig, simulator, webhook, polling, sends);
		} catch (error) {
			await rig.stop();
			await simulator.stop();
			throw error;
		}
	}

	startEvent(event: Event): void {
		if (event.kind === 'delivery') this.webhook.faxes.add(event);
		else if (event.kind === 'fax') this.polling.faxes.add(event.category, event.lateness);
		else this.sends.startSend();
	}

	/** Makes a starting n8n instance accept and drop deliveries, and waits until later checks find their faxes. */
	async swallow(): Promise<void> {
		const from = Date.now();
		await swallow(this.simulator, this.webhook.faxes, SWALLOWED);
		while (this.outstanding.deliveries > 0 && Date.now() - from < SWALLOWED_MS) await pause(CHECK_MS);
		Object.assign(this.swallowed, {
			deliveries: SWALLOWED,
			missing: this.outstanding.deliveries,
			seconds: Math.round((Date.now() - from) / 1000),
		});
	}

	/** How many deliveries and faxes haven't started a workflow yet, and how many sends have no reported outcome. */
	get outstanding(): { deliveries: number; faxes: number; sends: number } {
		return {
			deliveries: this.webhook.ledger.outstanding.length,
			faxes: this.polling.ledger.outstanding.length,
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
			this.webhook.listener.passes.stop(),
			this.polling.watcher.passes.stop(),
			this.sends.stop(),
		]);
		await this.rig.stop();
		await this.simulator.stop();
	}

	private async retryOnce(): Promise<void> {
		for (const { ledger } of [this.webhook, this.polling]) await ledger.retryBroken(GRACE_MS);
	}
}

import type { Simulator } from '../../simulator';
import { insist, type Clock } from './clock';
import type { SoakRig } from './rig';
import type { Outage, Publish, Restart } from './schedule';
import type { Disturbance } from './verdicts';

/** Ends processes of n8n at their times, in order or at once, and waits each time until all run again. */
export class Restarts {
	readonly kills: Disturbance[] = [];

	stops = 0;

	constructor(private readonly rig: SoakRig) {}

	async run(restarts: readonly Restart[], clock: Clock): Promise<void> {
		for (const restart of restarts) {
			if (!(await clock.until(restart.at))) return;
			const from = Date.now();
			const wasKilled = await this.end(restart);
			await this.rig.supervisor.untilAllRun();
			if (wasKilled) this.kills.push({ from, to: Date.now() });
			else this.stops += 1;
		}
	}

	/** Returns whether the process was killed, also because it would not stop. */
	private async end({ how, victim }: Restart): Promise<boolean> {
		const { processes, main } = this.rig;
		const [, n8n] = processes[Math.floor(victim * processes.length)] ?? ['main', main];
		if (how === 'kill') await n8n.kill();
		const stopped =
			how === 'stop' &&
			(await n8n.shutDown().then(
				() => true,
				() => false,
			));
		return !stopped;
	}
}

/**
 * Publishes workflows at their times.
 *
 * @param onPublished called after each
 */
export async function publishAll(
	publishes: readonly Publish[],
	triggers: Record<Publish['trigger'], { publish: () => Promise<void> }>,
	clock: Clock,
	onPublished: () => void,
): Promise<void> {
	for (const { at, trigger } of publishes) {
		if (!(await clock.until(at))) return;
		await insist(async () => {
			await triggers[trigger].publish();
		});
		onPublished();
	}
}

/** Deletes the trigger's endpoint at its times. */
export async function deleteAll(
	deletions: readonly number[],
	stream: { deleteEndpoint: () => Promise<void> },
	clock: Clock,
): Promise<void> {
	for (const at of deletions) {
		if (!(await clock.until(at))) return;
		await stream.deleteEndpoint();
	}
}

/**
 * Lets the service fail all requests while an outage lasts.
 *
 * @param counts counts on, how many requests there were and how many of them failed
 * @returns ends all outages
 */
export function failDuring(
	simulator: Simulator,
	outages: readonly Outage[],
	clock: Clock,
	counts: { requests: number; failed: number },
): () => void {
	const { latency } = simulator;
	simulator.latency = () => {
		counts.requests += 1;
		const { now } = clock;
		const outage = outages.find(({ from, to }) => now >= from && now < to);
		if (outage) {
			counts.failed += 1;
			simulator.fail({ times: 1, with: outage.with, afterEffect: outage.afterEffect });
		}
		return 0;
	};
	return () => {
		simulator.latency = latency;
	};
}

import { setTimeout as pause } from 'node:timers/promises';

import type { Simulator } from '../../simulator';
import type { Clock } from './clock';
import type { SoakRig } from './rig';
import type { Outage, Restart } from './schedule';
import type { Disturbance } from './tallies';

/**
 * How long n8n runs before its next restart, in milliseconds. On a busy machine, a shorter time would never let it reach a
 * check.
 */
const LEAST_LIFE_MS = 30_000;

/** Stops or kills processes of n8n. */
export class Restarts {
	readonly kills: Disturbance[] = [];

	stops = 0;

	constructor(private readonly rig: SoakRig) {}

	/** Ends one process, and waits until all of them have run for a while. */
	async restart(restart: Restart): Promise<void> {
		const from = Date.now();
		const wasKilled = await this.end(restart);
		await this.rig.supervisor.untilAllRun();
		if (wasKilled) this.kills.push({ from, to: Date.now() });
		else this.stops += 1;
		await pause(LEAST_LIFE_MS);
	}

	/** Returns whether the process was killed. A process that doesn't stop on request is killed, too. */
	private async end({ how, victim }: Restart): Promise<boolean> {
		const { processes, main } = this.rig;
		const [, n8n] = processes[Math.floor(victim * processes.length)] ?? ['main', main];
		if (how === 'kill') await n8n.kill();
		const stopping = how === 'stop' ? n8n.shutDown().then(() => true) : false;
		return !(await Promise.resolve(stopping).catch(() => false));
	}
}

/**
 * Makes the simulator fail all requests during an outage. An outage lasts until at least one request fails, because n8n may be
 * starting.
 *
 * @param counts increased by the requests and by the failed requests
 * @returns a function that ends all outages
 */
export function failDuring(
	simulator: Simulator,
	outages: readonly Outage[],
	clock: Clock,
	counts: { requests: number; failed: number },
): () => void {
	const { latency } = simulator;
	const met = new Set<Outage>();
	simulator.latency = () => {
		counts.requests += 1;
		const { now } = clock;
		const outage = outages.find((one) => now >= one.from && (now < one.to || !met.has(one)));
		if (outage) {
			met.add(outage);
			counts.failed += 1;
			simulator.fail({ times: 1, with: outage.with, afterEffect: outage.afterEffect });
		}
		return 0;
	};
	return () => {
		simulator.latency = latency;
	};
}

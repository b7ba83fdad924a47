import { setTimeout as pause } from 'node:timers/promises';

import { disturb, failRequests, type Period } from '../../harness/endurance';
import type { Simulator } from '../../simulator';
import type { Clock } from './clock';
import type { SoakRig } from './rig';
import type { Outage, Restart } from './schedule';

/**
 * How long n8n runs before its next restart, in milliseconds. On a busy machine, a shorter time would never let it reach a
 * check.
 */
const LEAST_LIFE_MS = 30_000;

/** Stops or kills processes of n8n. */
export class Restarts {
	/** Periods from a kill until all processes ran again. */
	readonly kills: Period[] = [];

	stops = 0;

	constructor(private readonly rig: SoakRig) {}

	/** Ends one process, and waits until all of them have run for a while. */
	async restart(restart: Restart): Promise<void> {
		const ending = this.end(restart);
		const period = await disturb(this.rig, async () => ending);
		if (await ending) this.kills.push(period);
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
 */
export function failDuring(
	simulator: Simulator,
	outages: readonly Outage[],
	clock: Clock,
): ReturnType<typeof failRequests> {
	const met = new Set<Outage>();
	return failRequests(simulator, () => {
		const { now } = clock;
		const outage = outages.find((one) => now >= one.from && (now < one.to || !met.has(one)));
		if (!outage) return undefined;
		met.add(outage);
		return { with: outage.with, afterEffect: outage.afterEffect };
	});
}

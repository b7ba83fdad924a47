import type { Simulator } from '../../simulator';
import type { Clock } from './clock';
import type { SoakRig } from './rig';
import type { Outage, Restart } from './schedule';
import type { Disturbance } from './verdicts';

/** Ends processes of n8n, in order or at once. */
export class Restarts {
	readonly kills: Disturbance[] = [];

	stops = 0;

	constructor(private readonly rig: SoakRig) {}

	/** Ends one, and waits until all run again. */
	async restart(restart: Restart): Promise<void> {
		const from = Date.now();
		const wasKilled = await this.end(restart);
		await this.rig.supervisor.untilAllRun();
		if (wasKilled) this.kills.push({ from, to: Date.now() });
		else this.stops += 1;
	}

	/** Returns whether the process was killed, also because it would not stop. */
	private async end({ how, victim }: Restart): Promise<boolean> {
		const { processes, main } = this.rig;
		const [, n8n] = processes[Math.floor(victim * processes.length)] ?? ['main', main];
		if (how === 'kill') await n8n.kill();
		const stopping = how === 'stop' ? n8n.shutDown().then(() => true) : false;
		return !(await Promise.resolve(stopping).catch(() => false));
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

import { setTimeout as pause } from 'node:timers/promises';

import type { N8n } from '../n8n';

const CHECK_MS = 200;
const STARTS_IN_A_ROW = 20;

/** Restarts processes that exit or are killed, as container platforms do. */
export class Supervisor {
	private isOn = true;

	private readonly watched: N8n[] = [];

	private readonly starting = new Set<N8n>();

	private readonly watches: Array<Promise<void>> = [];

	private readonly failures: Error[] = [];

	/** Names of the processes that were restarted, in order. */
	readonly restarts: string[] = [];

	watch(name: string, n8n: N8n): void {
		this.watched.push(n8n);
		this.watches.push(this.keepRunning(name, n8n));
	}

	/**
	 * Waits until no process is down or starting.
	 *
	 * @throws Error if a process couldn't be kept running
	 */
	async untilAllRun(): Promise<void> {
		while (this.starting.size > 0 || !this.watched.every(({ isRunning }) => isRunning)) {
			this.raiseFailure();
			await pause(CHECK_MS);
		}
	}

	/**
	 * Stops the supervision. The processes continue to run.
	 *
	 * @throws Error if a process couldn't be kept running
	 */
	async stop(): Promise<void> {
		this.isOn = false;
		await Promise.all(this.watches);
		this.raiseFailure();
	}

	private raiseFailure(): void {
		if (this.failures[0]) throw this.failures[0];
	}

	private async keepRunning(name: string, n8n: N8n): Promise<void> {
		let failed = 0;
		while (this.isOn) {
			await pause(CHECK_MS);
			if (n8n.isRunning) continue;
			this.starting.add(n8n);
			try {
				await n8n.restart();
				failed = 0;
				this.restarts.push(name);
			} catch (error) {
				// n8n can't start while its database is down, so a few failures are normal.
				failed += 1;
				if (failed < STARTS_IN_A_ROW) continue;
				this.failures.push(error instanceof Error ? error : new Error(String(error)));
				return;
			} finally {
				this.starting.delete(n8n);
			}
		}
	}
}

import type { IExecuteFunctions } from 'n8n-workflow';

import { pause } from '../../shared/async/pause';
import { perRun } from '../../shared/async/perRun';

const failures = perRun(() => new AbortController());

/** Ends all waits of a run, because one of its items failed and the run fails with it. */
export function stopWaits(context: IExecuteFunctions): void {
	failures(context).abort();
}

/** Returns the signal that ends a wait when the user stops the execution, or when another item fails. */
export function stopOf(context: IExecuteFunctions): AbortSignal {
	const canceled = context.getExecutionCancelSignal();
	return AbortSignal.any([failures(context).signal, ...(canceled ? [canceled] : [])]);
}

/** How long an item waits: until the limit, or until the run is stopped. */
export class WaitTime {
	/** True if the limit has passed or the wait was stopped. The next check is then the last one. */
	isOver = false;
	private readonly end: number;
	private readonly stop: AbortSignal;

	constructor(context: IExecuteFunctions, { limit }: { limit: number }) {
		this.end = performance.now() + limit;
		this.stop = stopOf(context);
	}

	/**
	 * True if the wait was stopped. That isn't an error, because n8n would then show the execution as failed instead of canceled.
	 */
	get isStopped(): boolean {
		return this.stop.aborted;
	}

	/** Waits for this many milliseconds, but not beyond the limit. */
	async pass(milliseconds: number): Promise<void> {
		const left = Math.max(this.end - performance.now(), 0);
		await pause(Math.min(milliseconds, left), this.stop);
		this.isOver = this.isStopped || milliseconds >= left;
	}
}

import { pause } from './pause';

/** Work that is done for all who ask for it at the same time. Whoever asks gets what was begun after that. */
export class Shared {
	private next: Promise<void> | undefined;
	private last: Promise<unknown> = Promise.resolve();
	private lastBegin = Number.NEGATIVE_INFINITY;

	/** @param interval at least so many milliseconds from one beginning to the next */
	constructor(
		private readonly work: () => Promise<void>,
		private readonly interval: number,
	) {}

	async take(): Promise<void> {
		await (this.next ??= this.begin());
	}

	private async begin(): Promise<void> {
		await this.last.catch(() => undefined);
		await pause(this.lastBegin + this.interval - performance.now());
		this.next = undefined;
		this.lastBegin = performance.now();
		const work = this.work();
		this.last = work;
		await work;
	}
}

import { pause } from './pause';

/**
 * Work that's done once for all concurrent callers. Each caller of `take` gets the result of work that started after its call.
 * The work never runs twice at the same time.
 */
export class SharedWork<T> {
	private next: Promise<T> | undefined;
	private last: Promise<T> | undefined;
	private startedAt = Number.NEGATIVE_INFINITY;

	/** @param interval minimum number of milliseconds from one start to the next */
	constructor(
		private readonly work: () => Promise<T>,
		private readonly interval: number,
	) {}

	async take(): Promise<T> {
		return await (this.next ??= this.start());
	}

	/** Returns the last result, however old it is, or throws if the work failed. The first call does the work. */
	async takeLast(): Promise<T> {
		return await (this.last ?? this.take());
	}

	private async start(): Promise<T> {
		await this.last?.catch(() => undefined);
		await pause(this.startedAt + this.interval - performance.now());
		this.next = undefined;
		this.startedAt = performance.now();
		this.last = this.work();
		return await this.last;
	}
}

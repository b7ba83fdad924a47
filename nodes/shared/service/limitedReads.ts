import type { ReadRequest, Reads, StreamConsumer } from './requests';

/** Reads of which only so many are under way at the same time; the others wait for their turn. */
export class LimitedReads implements Reads {
	private readonly waiting: Array<() => void> = [];

	private free: number;

	constructor(
		private readonly reads: Reads,
		limit: number,
	) {
		this.free = limit;
	}

	/** See Reads. */
	async read<T>(request: ReadRequest): Promise<T> {
		return await this.limited(async () => this.reads.read<T>(request));
	}

	/** See Reads. */
	async download<T>(request: ReadRequest, consume: StreamConsumer<T>): Promise<T> {
		return await this.limited(async () => this.reads.download(request, consume));
	}

	private async limited<T>(request: () => Promise<T>): Promise<T> {
		if (this.free > 0) this.free -= 1;
		else await new Promise<void>((resume) => this.waiting.push(resume));
		try {
			return await request();
		} finally {
			const next = this.waiting.shift();
			if (next) next();
			else this.free += 1;
		}
	}
}

import type { Slots } from '../async/slots';
import type { ReadRequest, Reads, StreamConsumer } from './requests';

/** Reads of which only so many are under way at the same time; the others wait for their turn. */
export class LimitedReads implements Reads {
	constructor(
		private readonly reads: Reads,
		private readonly slots: Slots,
	) {}

	async read<T>(request: ReadRequest): Promise<T> {
		return await this.slots.take(async () => this.reads.read<T>(request));
	}

	async download<T>(request: ReadRequest, consume: StreamConsumer<T>): Promise<T> {
		return await this.slots.take(async () => this.reads.download(request, consume));
	}
}

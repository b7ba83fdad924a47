import { canceled, late, type ServiceFault } from './faults';
import type { ByteStream } from './requests';
import { rethrow } from './rethrow';

/** How many times the timeout a body may take to arrive, and in milliseconds, however steadily it comes. */
const TIMEOUTS_OF_ARRIVAL = 10;
const LONGEST_ARRIVAL = 3_600_000;

const ENDED = Symbol('ended');

/** The end of the time that one request may take, with all that belongs to it. */
export class Deadline {
	private readonly controller = new AbortController();
	/** Where something that arrived has put off the end: until when. */
	private putOffUntil = 0;
	private readonly latestEnd: number;
	/** Tells n8n to end what it has under way. */
	readonly signal = this.controller.signal;
	private readonly ended: Promise<typeof ENDED>;

	/** @param stop the execution's own end, which is one for its requests too */
	constructor(
		private readonly milliseconds: number,
		private readonly stop?: AbortSignal,
	) {
		this.latestEnd = performance.now() + Math.min(milliseconds * TIMEOUTS_OF_ARRIVAL, LONGEST_ARRIVAL);
		this.ended = new Promise((resolve) => {
			this.signal.addEventListener('abort', () => {
				resolve(ENDED);
			});
		});
		// `AbortSignal.any` would leave something of each request on the execution's signal, which may last for a day.
		stop?.addEventListener('abort', this.release);
		if (stop?.aborted) this.release();
		this.releaseAfter(milliseconds, { signal: this.signal });
	}

	/** Begins the time again with all that arrives of a body, up to ten times the timeout or an hour in all. */
	extendWhileArriving(body: ByteStream): void {
		const push = body.push.bind(body);
		// Where bytes enter the stream: a listener for them would set it in motion before its reader is there.
		body.push = (...chunk) => {
			this.putOffUntil = Math.min(performance.now() + this.milliseconds, this.latestEnd);
			return push(...chunk);
		};
	}

	/** Waits for work until the deadline, as n8n cannot end all work. The fault is made only then: errors cost time. */
	async limit<T>(work: Promise<T>, fault: () => ServiceFault = () => late('Fax.Plus')): Promise<T> {
		const result = await Promise.race([work, this.ended]).catch((error: unknown): typeof ENDED =>
			this.signal.aborted ? ENDED : rethrow(error),
		);
		if (result !== ENDED) return result;
		const tooLate = fault();
		throw this.stop?.aborted ? canceled(tooLate.outcome) : tooLate;
	}

	/** Ends what is still under way, and forgets the execution's own end. */
	readonly release = (): void => {
		this.stop?.removeEventListener('abort', this.release);
		this.controller.abort();
	};

	/** @param waiting nothing where the time began again, because each wait would leave something on the signal */
	private releaseAfter(milliseconds: number, waiting: { signal?: AbortSignal } = {}): void {
		const onTime = (): void => {
			if (this.signal.aborted) return;
			const left = this.putOffUntil - performance.now();
			if (left > 0) this.releaseAfter(left);
			else this.release();
		};
		AbortSignal.timeout(Math.ceil(milliseconds)).addEventListener('abort', onTime, waiting);
	}
}

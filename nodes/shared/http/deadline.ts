import { canceled, late, type ServiceFault } from './faults';
import type { ByteStream } from './requests';
import { rethrow } from './rethrow';

/** Limits for a body that keeps arriving: a multiple of the timeout, and a time in milliseconds. */
const TIMEOUTS_OF_ARRIVAL = 10;
const LONGEST_ARRIVAL = 3_600_000;

const ENDED = Symbol('ended');

/** The time limit of one request and everything that belongs to it. */
export class Deadline {
	private readonly controller = new AbortController();
	/** The time to which arriving data has postponed the deadline. */
	private putOffUntil = 0;
	private readonly latestEnd: number;
	/** Signal for n8n to end the request. */
	readonly signal = this.controller.signal;
	private readonly ended: Promise<typeof ENDED>;

	/** @param stop signal of the execution, which also ends its requests */
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
		// `AbortSignal.any` would leak memory on the execution's signal with each request, and an execution may last for a
		// day.
		stop?.addEventListener('abort', this.release);
		if (stop?.aborted) this.release();
		this.releaseAfter(milliseconds, { signal: this.signal });
	}

	/** Restarts the time whenever data of a body arrives, for up to ten times the timeout or an hour in total. */
	extendWhileArriving(body: ByteStream): void {
		const push = body.push.bind(body);
		// This is where bytes enter the stream. A "data" listener would start the stream before its reader is ready.
		body.push = (...chunk) => {
			this.putOffUntil = Math.min(performance.now() + this.milliseconds, this.latestEnd);
			return push(...chunk);
		};
	}

	/**
	 * Waits for work until the deadline, because n8n can't abort every kind of work. The fault is only created then,
	 * because creating errors is slow.
	 */
	async limit<T>(work: Promise<T>, fault: () => ServiceFault = () => late('Fax.Plus')): Promise<T> {
		const result = await Promise.race([work, this.ended]).catch((error: unknown): typeof ENDED =>
			this.signal.aborted ? ENDED : rethrow(error),
		);
		if (result !== ENDED) return result;
		const tooLate = fault();
		throw this.stop?.aborted ? canceled(tooLate.outcome) : tooLate;
	}

	/** Ends what's still running, and removes the listener from the execution's signal. */
	readonly release = (): void => {
		this.stop?.removeEventListener('abort', this.release);
		this.controller.abort();
	};

	/** @param waiting empty if the time was restarted, because each wait would leave a listener on the signal */
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

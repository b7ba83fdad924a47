import { pause } from '../../nodes/shared/async/pause';
import { ServiceFault } from '../../nodes/shared/http/faults';
import { rethrow } from '../../nodes/shared/http/rethrow';
import type { ReadRequest, Reader } from '../../nodes/shared/http/requests';

/** Milliseconds between an answer and the next request: a second, and what a timer may end too early. */
const DISTANCE = 1_050;

const MOST = 40;

/** The longest that is looked at of a document. */
const BEGINNING = 8;

/** A way to the service on which nothing is asked again after a failure. */
export interface Source extends Reader {
	bytesOf(request: ReadRequest): Promise<Uint8Array>;
	/** The Date header of the last answer. */
	readonly dateTold: unknown;
}

/** Asks the service slowly, and for nothing twice; nothing more after a fault that no other request will better. */
export class SlowReader implements Reader {
	/** Why nothing is asked any more. */
	ended: ServiceFault | undefined;
	/** By how many milliseconds the service's clock is ahead of this machine's; undefined where its first answer did not tell. */
	clockAhead: number | undefined;
	private readonly answers = new Map<string, Promise<unknown>>();
	private count = 0;
	private lastStatus: number | undefined;
	private troubles = 0;

	/** @param timeout of a request, in milliseconds */
	constructor(
		private readonly source: Source,
		private readonly timeout: number,
	) {}

	/** @returns the parsed body, as the service wrote it */
	async read<T>(request: ReadRequest): Promise<T> {
		return await this.once<T>(request, async (timed) => this.source.read(timed));
	}

	/** The first bytes of a document. */
	async beginningOf(request: ReadRequest): Promise<Uint8Array> {
		return await this.once(request, async (timed) =>
			(await this.source.bytesOf(timed)).subarray(0, BEGINNING),
		);
	}

	private async once<T>(request: ReadRequest, ask: (timed: ReadRequest) => Promise<T>): Promise<T> {
		const { path, qs = {}, accept } = request;
		const key = JSON.stringify([path, qs, accept]);
		const answer =
			this.answers.get(key) ?? this.inTurn(async () => ask({ ...request, timeout: this.timeout }));
		this.answers.set(key, answer);
		return (await answer) as T;
	}

	private async inTurn<T>(ask: () => Promise<T>): Promise<T> {
		if (this.ended) throw this.ended;
		if (this.count > 0) await pause(DISTANCE, undefined);
		if (this.count >= MOST)
			throw (this.ended = new ServiceFault(`First contact has made its ${MOST} requests`, 'notSent'));
		this.count += 1;
		const startedAt = Date.now();
		try {
			const answer = await ask();
			this.troubles = 0;
			if (this.count === 1) this.clockAhead = clockAhead(this.source.dateTold, startedAt);
			return answer;
		} catch (error) {
			if (error instanceof ServiceFault && this.isLast(error)) this.ended = error;
			return rethrow(error);
		}
	}

	/** The token is void, a rest is asked for, twice nobody answers, or five times there is the same trouble. */
	private isLast({ status, isTransient }: ServiceFault): boolean {
		const isSame = this.troubles > 0 && status === this.lastStatus;
		this.troubles = isTransient ? (isSame ? this.troubles : 0) + 1 : 0;
		this.lastStatus = status;
		return status === 401 || status === 429 || this.troubles >= (status === undefined ? 2 : 5);
	}
}

/** The header counts whole seconds, and was written some time between the request and its answer. */
function clockAhead(date: unknown, startedAt: number): number | undefined {
	const told = typeof date === 'string' ? Date.parse(date) : Number.NaN;
	return Number.isFinite(told) ? told + 500 - (startedAt + Date.now()) / 2 : undefined;
}

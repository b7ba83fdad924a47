import { pause } from '../../../../shared/async/pause';
import { SharedWork } from '../../../../shared/async/sharedWork';
import { asFault } from '../../../../shared/editor/errors';
import { perRunAndKey } from '../../../../shared/async/perRun';
import { stopOf } from '../../../execution/waits';
import { longerPause, type Wait } from '../../../fields/waitOptions';
import type { ReadCall } from '../../../operation/itemCall';
import { AwaitedFax, type OutgoingFax, type Waited } from './awaitedFax';
import { missingOf, Places } from './places';

/** Longest pause after a check that misses a fax, in milliseconds. */
const SOON_MS = 10_000;

/**
 * Pause before the first check of a fax that was just sent, in milliseconds. By then, all faxes that may be mistaken for it are
 * submitted.
 */
const FIRST_CHECK_MS = 3000;

/**
 * Shortest time between two reads of the outbox, in milliseconds. While a batch is sent, the outbox has to show each of its
 * faxes.
 */
const SHORTEST_INTERVAL_MS = 1000;

/**
 * If at most this many faxes are awaited, each one that has left the outbox is requested by its ID. If there are more, the
 * list of sent faxes is read first.
 */
const FEW = 10;

const watches = perRunAndKey<Watch>();

/**
 * Waits until a fax is finished or the limit is reached, with growing pauses. All items of a run share their checks. It returns
 * one result. If several recipients share the ID and the caller names none of them, it returns one for each.
 *
 * A fault isn't thrown. It's part of the result, next to where the fax was last seen. If the run is stopped, the result is
 * what's known so far.
 */
export async function waitForFax(
	call: ReadCall,
	userId: string,
	outgoing: OutgoingFax,
	wait: Wait,
): Promise<Waited[]> {
	const key = JSON.stringify([userId, wait.interval, wait.limit]);
	const watch = watches(call.context, key, () => new Watch(call, userId, wait));
	return (await watch.until(outgoing)).map(({ result }) => result);
}

/**
 * The checks for all items that wait equally long for faxes of one user. Each check reads the outbox only once
 * (docs/contributing/api.md, "Sending").
 */
class Watch {
	private readonly places: Places;
	private readonly waits: AwaitedFax[][] = [];
	private readonly stop: AbortSignal;
	private readonly outbox = new SharedWork(async () => this.readOutbox(), SHORTEST_INTERVAL_MS);
	private checking: Promise<void> | undefined;
	private interval: number;
	/** When the next check is due, in milliseconds of `performance.now()`. */
	private due = Number.POSITIVE_INFINITY;
	private rest = new AbortController();

	constructor(
		reads: ReadCall,
		userId: string,
		private readonly wait: Wait,
	) {
		this.places = new Places(reads, userId);
		this.stop = stopOf(reads.context);
		this.interval = wait.interval;
	}

	/** @returns the fax once its wait is over, or one fax for each recipient if the outbox shows several */
	async until(outgoing: OutgoingFax): Promise<readonly AwaitedFax[]> {
		const { limit } = this.wait;
		const fax = new AwaitedFax(outgoing, performance.now() + limit);
		const faxes = [fax];
		this.waits.push(faxes);
		this.checkWithin(outgoing.isNew ? Math.min(FIRST_CHECK_MS, limit) : 0);
		// The traits in the outbox identify the fax later among the sent faxes.
		if (outgoing.isNew) fax.next({ of: 'outbox at first', wasRead: await this.isOutboxRead() });
		while (!this.stop.aborted && faxes.some(({ isOver }) => !isOver)) await this.check();
		return faxes;
	}

	private get awaited(): AwaitedFax[] {
		return this.waits.flat().filter(({ isOver }) => !isOver);
	}

	/** Pause after a check that misses a fax, in milliseconds. */
	private get soon(): number {
		return Math.min(this.interval, SOON_MS);
	}

	private checkWithin(milliseconds: number): void {
		const due = performance.now() + milliseconds;
		if (due >= this.due) return;
		this.due = due;
		this.rest.abort();
	}

	private async isOutboxRead(): Promise<boolean> {
		const reading = this.outbox.take().then(() => true);
		// An error is ignored here, because the next check reports it.
		return await reading.catch(() => false);
	}

	/** Pauses and then checks. Calls in the meantime share that check. */
	private async check(): Promise<void> {
		this.checking ??= this.pauseAndCheck().finally(() => {
			this.checking = undefined;
		});
		await this.checking;
	}

	private async pauseAndCheck(): Promise<void> {
		for (let left = this.due - performance.now(); left > 0; left = this.due - performance.now()) {
			this.rest = new AbortController();
			await pause(left, AbortSignal.any([this.rest.signal, this.stop]));
			if (this.stop.aborted) return;
		}
		this.due = Number.POSITIVE_INFINITY;
		const begunAt = performance.now();
		try {
			await this.checkAll().catch((error: unknown) => {
				// A transient fault doesn't end any wait. Any other fault ends all of them (AwaitedFax.isOver).
				const fault = asFault(error, 'carriedOut');
				for (const fax of this.awaited) fax.next({ of: 'no check', fault });
			});
		} finally {
			for (const fax of this.awaited) fax.next({ of: 'end', now: begunAt, soon: this.soon });
			this.checkWithin(this.nextPause());
		}
	}

	/** Returns the next pause in milliseconds. Pauses keep growing as long as each check shows all faxes. */
	private nextPause(): number {
		const { awaited, interval, soon } = this;
		const untilEnd = Math.min(...awaited.map(({ deadline }) => deadline)) - performance.now();
		if (awaited.some(({ isSeen }) => !isSeen)) return Math.min(soon, untilEnd);
		this.interval = longerPause(interval);
		return Math.min(interval, untilEnd);
	}

	private async checkAll(): Promise<void> {
		await this.outbox.take();
		const { awaited } = this;
		const isFew = this.waits.flat().length <= FEW;
		if (isFew) await this.places.askFor(missingOf(awaited));
		const hasUnknown = !isFew && missingOf(awaited).some(({ isUnknown }) => isUnknown);
		const sent = await this.places.listSent(awaited, hasUnknown);
		if (sent) for (const fax of missingOf(awaited)) fax.next({ of: 'list', sent });

		const missing = missingOf(awaited);
		const now = performance.now();
		for (const fax of missing) fax.next({ of: 'nowhere', now });
		// A request by ID may find what the lists don't show. Each fax needs its own request, so these come last.
		const last = missing.filter(
			({ isOverdue, isUnknown, deadline }) => isOverdue || (!isFew && isUnknown && now >= deadline),
		);
		await this.places.askFor(last);
		for (const fax of missingOf(last)) {
			if (sent) fax.next({ of: 'list', sent });
			fax.next({ of: 'nowhere at last' });
		}
	}

	private async readOutbox(): Promise<void> {
		const byId = await this.places.outboxById();
		for (const faxes of this.waits) {
			for (const fax of faxes) if (!fax.isOver) fax.next({ of: 'outbox', record: byId.get(fax.outgoing.id) });
			const parts = faxes.flatMap((fax) => fax.parts);
			if (parts.length > faxes.length) faxes.splice(0, faxes.length, ...parts);
		}
	}
}

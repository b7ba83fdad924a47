import { pause } from '../../../../shared/async/pause';
import { recordAt } from '../../../../shared/http/answers';
import { listFaxes, listOutbox } from '../../../../shared/faxes/faxRecords';
import { isNotFound, ServiceFault } from '../../../../shared/http/faults';
import { onlyFor, rethrow } from '../../../../shared/http/rethrow';
import type { Fax, OutboxFax } from '../../../../shared/records';
import { InputError } from '../../../../shared/values/inputError';
import { perRun, stopOf } from '../../../execution/perRun';
import type { Wait } from '../../../fields/waitOptions';
import type { ReadCall } from '../../../itemCall';
import { AwaitedFax, type OutgoingFax, type Period } from './awaitedFax';
import { Records, traceInFaxes, traceInOutbox } from './records';

const GROWTH = 1.5;
const LONGEST_INTERVAL_MS = 60_000;

/** After a look that misses a fax, at most. */
const SOON_MS = 10_000;

/** Where so many faxes are waited for, each that has left the outbox is asked for by its id; of more the list is read. */
const FEW = 10;

/** How far back the list is read for faxes that the outbox has never shown, by n8n's clock. */
const RECENT_MS = 3_600_000;

const watchesOf = perRun(() => new Map<string, Watch>());

/**
 * The looks that all items of a run share that wait for faxes of one user for the same time: one reads the outbox once, and
 * the sent faxes once where some have left it (docs/api.md, "Sending").
 */
export class Watch {
	/** Whether the limit has passed, or nobody wants to know any more. */
	isOver = false;
	private readonly waits: AwaitedFax[][] = [];
	private readonly end: number;
	private readonly stop: AbortSignal;
	private looking: Promise<void> | undefined;
	private looks = 0;
	private interval: number;

	private constructor(
		private readonly reads: ReadCall,
		private readonly userId: string,
		wait: Wait,
	) {
		this.end = performance.now() + wait.limit;
		this.interval = wait.interval;
		this.stop = stopOf(reads.context);
	}

	/** The watch that an item takes part in. The user's id is encoded as one part of a path. */
	static of(call: ReadCall, userId: string, wait: Wait): Watch {
		const watches = watchesOf(call.context);
		const key = JSON.stringify([userId, wait.interval, wait.limit]);
		const watch = watches.get(key) ?? new Watch(call, userId, wait);
		watches.set(key, watch);
		return watch;
	}

	/** @returns the fax; in its place one for each recipient, once the outbox tells that there are several */
	add(outgoing: OutgoingFax): readonly AwaitedFax[] {
		const watches = watchesOf(this.reads.context);
		const all = (): AwaitedFax[] => [...watches.values()].flatMap(({ waits }) => waits.flat());
		const faxes = [new AwaitedFax(outgoing, all)];
		this.waits.push(faxes);
		return faxes;
	}

	/** Pauses and looks. Who asks before that is over takes part in it. */
	async look(): Promise<void> {
		this.looking ??= this.pauseAndLook().finally(() => {
			this.looking = undefined;
		});
		await this.looking;
	}

	private get awaited(): AwaitedFax[] {
		return this.waits.flat().filter(({ isOver }) => !isOver);
	}

	private async pauseAndLook(): Promise<void> {
		const milliseconds = this.nextPause();
		const left = Math.max(this.end - performance.now(), 0);
		await pause(Math.min(milliseconds, left), this.stop);
		this.isOver = this.stop.aborted || milliseconds >= left;
		if (this.stop.aborted) return;
		await this.lookAtAll().catch(
			onlyFor(ServiceFault, (fault) => {
				// A service that cannot be asked for a while ends no wait.
				if (!fault.isTransient) return rethrow(fault);
				for (const fax of this.awaited) fax.fault = fault;
			}),
		);
		this.looks += 1;
	}

	/** In milliseconds. Pauses grow while all faxes are where they were expected. */
	private nextPause(): number {
		const { awaited, interval } = this;
		const untilStep = Math.min(...awaited.map(({ nextStep }) => nextStep)) - performance.now();
		const longest = Math.max(Math.ceil(untilStep), 0);
		if (this.looks === 0) return Number.isFinite(longest) ? longest : 0;
		if (awaited.some(({ isSeen }) => !isSeen)) return Math.min(interval, SOON_MS);
		this.interval = Math.min(interval * GROWTH, Math.max(LONGEST_INTERVAL_MS, interval));
		return Math.min(interval, longest);
	}

	private async lookAtAll(): Promise<void> {
		const look = { begin: performance.now(), end: 0 };
		const outbox = new Records(await listOutbox(this.reads, this.userId), traceInOutbox);
		look.end = performance.now();
		this.seeOutbox(outbox, look);
		const askOutbox = async (faxes: AwaitedFax[]): Promise<void> =>
			this.askEach(faxes, 'outbox', (fax, record) => {
				fax.seeOutbox(outbox, look, record);
			});
		const { awaited } = this;
		const isFew = this.waits.flat().length <= FEW;
		if (isFew) {
			await this.askFaxes(missingOf(awaited));
			await askOutbox(missingOf(awaited).filter(isUnknown));
		}
		const sent = await this.listSent(awaited, look, isFew);
		if (sent) for (const fax of awaited) fax.seeSent(sent, look);

		const missing = missingOf(awaited);
		for (const fax of missing) fax.noteMissing(look);
		// What the lists do not tell, an id may. That takes a request for each, so it comes last.
		const last = missing.filter((fax) => fax.isOverdue(look) || (this.isOver && isUnknown(fax)));
		await askOutbox(last);
		if (!isFew) await this.askFaxes(missingOf([...last, ...this.oneUnknown(missing)]));
		for (const fax of missingOf(last)) fax.isLost = fax.isOverdue(look);
	}

	/** One of those that the outbox has never shown, at each look another. */
	private oneUnknown(missing: AwaitedFax[]): AwaitedFax[] {
		const unknown = missing.filter(isUnknown);
		const at = this.looks % Math.max(unknown.length, 1);
		return unknown.slice(at, at + 1);
	}

	private seeOutbox(outbox: Records<OutboxFax>, look: Period): void {
		for (const faxes of this.waits) {
			for (const fax of faxes) fax.seeOutbox(outbox, look);
			const parts = faxes.flatMap((fax) => fax.parts);
			if (parts.length === faxes.length) continue;
			for (const fax of parts) fax.seeOutbox(outbox, look);
			faxes.splice(0, faxes.length, ...parts);
		}
	}

	/** The sent faxes from the time on from which they tell something; nothing where they do not. */
	private async listSent(
		awaited: AwaitedFax[],
		look: Period,
		isFew: boolean,
	): Promise<Records<Fax> | undefined> {
		const hasUnknown = !isFew && missingOf(awaited).some(isUnknown);
		const times = awaited.flatMap((fax) => fax.listedSince(look) ?? []);
		if (hasUnknown) times.push(Date.now() - RECENT_MS);
		if (times.length === 0) return undefined;
		const query = { userId: this.userId, category: 'sent', after: new Date(Math.min(...times)) };
		const faxes: Fax[] = [];
		const reading = listFaxes(this.reads, query, undefined, (fax) => faxes.push(fax) > 0);
		// A list that cannot be read to its end tells no more than what it shows.
		const isWhole = await reading.then(() => true).catch(onlyFor(InputError, () => false));
		return new Records(faxes, traceInFaxes, isWhole);
	}

	private async askFaxes(faxes: AwaitedFax[]): Promise<void> {
		await this.askEach(faxes, 'faxes', (fax, record) => {
			fax.noteById(record);
		});
	}

	/** Asks for faxes by their IDs. */
	private async askEach(
		faxes: AwaitedFax[],
		place: 'outbox' | 'faxes',
		take: (fax: AwaitedFax, record: OutboxFax & Fax) => void,
	): Promise<void> {
		const ask = async (fax: AwaitedFax): Promise<void> => {
			const path = `/accounts/${this.userId}/${place}/${encodeURIComponent(fax.outgoing.id)}`;
			const asking = recordAt<OutboxFax & Fax>(this.reads, path);
			const noteFault = (fault: ServiceFault): void => {
				fax[isNotFound(fault) ? 'missing' : 'fault'] = fault;
			};
			const record = await asking.catch(onlyFor(ServiceFault, noteFault));
			if (record) take(fax, record);
		};
		await Promise.all(faxes.map(ask));
	}
}

/** Whether it was never seen. */
function isUnknown({ found }: AwaitedFax): boolean {
	return found === undefined;
}

function missingOf(faxes: AwaitedFax[]): AwaitedFax[] {
	return faxes.filter(({ isSeen, fault }) => !isSeen && !fault);
}

import { recordAt } from '../../../../shared/http/answers';
import { listFaxes, listOutbox } from '../../../../shared/faxes/faxRecords';
import { isNotFound, ServiceFault } from '../../../../shared/http/faults';
import { onlyFor, rethrow } from '../../../../shared/http/rethrow';
import type { Fax, OutboxFax } from '../../../../shared/records';
import { InputError } from '../../../../shared/values/inputError';
import { perRun, WaitTime } from '../../../execution/perRun';
import type { Wait } from '../../../fields/waitOptions';
import type { ReadCall } from '../../../itemCall';
import { AwaitedFax, type Found, type Look, type OutgoingFax } from './awaitedFax';
import { Records, traceInFaxes, traceInOutbox } from './records';

const GROWTH = 1.5;
const LONGEST_INTERVAL_MS = 60_000;

/** After a look that misses a fax the next comes within this. */
const SOON_MS = 10_000;

/** Where so many faxes are waited for, each that has left the outbox is asked for by its id; of more the list is read. */
const FEW = 10;

/** How far back the list is read for faxes that the outbox has never shown, by n8n's clock. */
const RECENT_MS = 3_600_000;

/** What a wait came to. */
export interface Waited {
	/** Where the fax was last seen. */
	found: Found | undefined;
	/** Whether it has left the outbox, and nothing tells what became of it. */
	isGone: boolean;
	/** Why the last look told nothing. */
	fault: ServiceFault | undefined;
}

const watchesOf = perRun(() => new Map<string, Watch>());

/**
 * Waits until a fax has ended, with growing pauses, no longer than the limit. All items of a run look together. It comes to one
 * result, or one for each recipient where several share the id and it is not said which of them is meant.
 */
export async function waitForFax(
	call: ReadCall,
	userId: string,
	outgoing: OutgoingFax,
	wait: Wait,
): Promise<Waited[]> {
	const watches = watchesOf(call.context);
	const key = JSON.stringify([userId, wait.interval, wait.limit]);
	const watch = watches.get(key) ?? new Watch(call, userId, wait);
	watches.set(key, watch);
	const faxes = watch.add(outgoing);
	do await watch.look();
	while (!watch.time.isOver && faxes.some(({ isOver }) => !isOver));
	return faxes.map(waited);
}

function waited({ found, isSeen, isLost, fault, missing }: AwaitedFax): Waited {
	if (fault && !fault.isTransient) throw fault;
	const isUnknown = !found && missing !== undefined;
	const isGone = isLost || (!isSeen && !fault && found !== undefined);
	return { found, isGone: isGone && !isUnknown, fault: fault ?? (isUnknown ? missing : undefined) };
}

/** The looks of all items that wait as long for faxes of one user: each reads the outbox once (docs/api.md, "Sending"). */
class Watch {
	private readonly waits: AwaitedFax[][] = [];
	readonly time: WaitTime;
	private isExtended = false;
	private looking: Promise<void> | undefined;
	private looks = 0;
	private interval: number;

	constructor(
		private readonly reads: ReadCall,
		private readonly userId: string,
		wait: Wait,
	) {
		this.time = new WaitTime(reads.context, wait);
		this.interval = wait.interval;
	}

	/** @returns the fax; in its place one for each recipient, once the outbox tells that there are several */
	add(outgoing: OutgoingFax): readonly AwaitedFax[] {
		const watches = watchesOf(this.reads.context);
		const all = (): AwaitedFax[] => [...watches.values()].flatMap(({ waits }) => waits.flat());
		const faxes = [new AwaitedFax(outgoing, all)];
		this.waits.push(faxes);
		return faxes;
	}

	/** In milliseconds, after a look that misses a fax. */
	private get soon(): number {
		return Math.min(this.interval, SOON_MS);
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
		await this.time.pass(this.nextPause());
		if (this.time.isStopped) return;
		await this.lookAtAll().catch(
			onlyFor(ServiceFault, (fault) => {
				// A service that cannot be asked for a while ends no wait.
				if (!fault.isTransient) return rethrow(fault);
				for (const fax of this.awaited) fax.fault = fault;
			}),
		);
		this.looks += 1;
		// It may be on its way from the outbox to the list.
		const isBetween = missingOf(this.awaited).some(({ found }) => found !== undefined);
		if (!isBetween || !this.time.isOver || this.isExtended) return;
		this.isExtended = true;
		this.time.extend(this.soon);
	}

	/** In milliseconds. Pauses grow while all faxes are where they were expected. */
	private nextPause(): number {
		const { awaited, interval } = this;
		const untilStep = Math.min(...awaited.map(({ nextStep }) => nextStep)) - performance.now();
		const longest = Math.max(Math.ceil(untilStep), 0);
		if (this.looks === 0) return Number.isFinite(longest) ? longest : 0;
		if (awaited.some(({ isSeen }) => !isSeen)) return this.soon;
		this.interval = Math.min(interval * GROWTH, Math.max(LONGEST_INTERVAL_MS, interval));
		return Math.min(interval, longest);
	}

	private async lookAtAll(): Promise<void> {
		const begin = performance.now();
		const outbox = new Records(await listOutbox(this.reads, this.userId), traceInOutbox);
		const look = { outbox, begin, end: performance.now() };
		this.seeOutbox(look);
		const { awaited } = this;
		const isFew = this.waits.flat().length <= FEW;
		if (isFew) await this.askFor(missingOf(awaited), look);
		const sent = await this.listSent(awaited, look, isFew);
		if (sent) for (const fax of awaited) fax.seeSent(sent, look);

		const missing = missingOf(awaited);
		for (const fax of missing) fax.noteMissing(look);
		// What the lists do not tell, an id may. That takes a request for each, so it comes last.
		const last = missing.filter((fax) => fax.isOverdue || (!isFew && this.time.isOver && !fax.found));
		await this.askFor(isFew ? last : [...new Set([...last, ...this.oneUnknown(missing)])], look);
		for (const fax of missingOf(last)) fax.isLost = fax.isOverdue;
	}

	/** One of those that the outbox has never shown, at each look another. */
	private oneUnknown(missing: AwaitedFax[]): AwaitedFax[] {
		const unknown = missing.filter(({ found }) => !found);
		const at = this.looks % Math.max(unknown.length, 1);
		return unknown.slice(at, at + 1);
	}

	private seeOutbox(look: Look): void {
		for (const faxes of this.waits) {
			for (const fax of faxes) fax.seeOutbox(look);
			const parts = faxes.flatMap((fax) => fax.parts);
			if (parts.length === faxes.length) continue;
			for (const fax of parts) fax.seeOutbox(look);
			faxes.splice(0, faxes.length, ...parts);
		}
	}

	/** The sent faxes from the time on from which they tell something; nothing where they do not. */
	private async listSent(
		awaited: AwaitedFax[],
		look: Look,
		isFew: boolean,
	): Promise<Records<Fax> | undefined> {
		const hasUnknown = !isFew && missingOf(awaited).some(({ found }) => !found);
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

	/** Asks for faxes by their IDs, and for what the outbox may hold beside what it lists. */
	private async askFor(faxes: AwaitedFax[], look: Look): Promise<void> {
		const ask = async (fax: AwaitedFax): Promise<void> => {
			const record = await this.recordOf(fax, 'faxes');
			if (record) fax.noteById(record);
			const [other] = missingOf([fax]);
			if (!other || (other.found && !other.isOverdue)) return;
			const outgoing = await this.recordOf(fax, 'outbox');
			if (outgoing) fax.seeOutbox(look, outgoing);
		};
		await Promise.all(faxes.map(ask));
	}

	private async recordOf(fax: AwaitedFax, place: 'outbox' | 'faxes'): Promise<(OutboxFax & Fax) | undefined> {
		const path = `/accounts/${this.userId}/${place}/${encodeURIComponent(fax.outgoing.id)}`;
		const noteFault = (fault: ServiceFault): undefined => {
			fax[isNotFound(fault) ? 'missing' : 'fault'] = fault;
		};
		return await recordAt<OutboxFax & Fax>(this.reads, path).catch(onlyFor(ServiceFault, noteFault));
	}
}

function missingOf(faxes: AwaitedFax[]): AwaitedFax[] {
	return faxes.filter(({ isSeen, fault }) => !isSeen && !fault);
}

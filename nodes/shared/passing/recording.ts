import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { keyOf } from '../log';
import { rememberedOf } from '../trigger/processMemory';
import type { Entries } from './fax';
import { confirmationEntry, idsAgreeFor, isNewTo, namesOf } from './fax';
import type { Recorded } from './lastRecorded';
import { jittered, LastRecorded } from './lastRecorded';
import type { Store } from './store';
import { storeOf, takeBack, unique } from './store';

/**
 * Pause between a recording and the next decision, in milliseconds. It lets other processes repeat what this one has overwritten.
 */
const DISTANCE_MS = 100;

/**
 * Maximum number of deliveries that are decided about together. The store may be set to keep no more than a hundred
 * entries.
 */
const GROUP = 40;

/** An item that an execution must decide about. */
interface Candidate {
	entries: Entries;
	store: Store;
	decide: (isNew: boolean) => void;
}

/**
 * Returns the items that n8n's store doesn't know yet, and records them there (docs/contributing/api.md, "Repeated
 * deliveries").
 *
 * @param context of an execution that a trigger has started
 * @param entriesOf returns what identifies an item. An item without entries continues
 * @param capacity number of entries that the store keeps before it drops the oldest. It's at least 100, and more if items
 * have several
 * @param lostAt as for `storeOf`
 * @returns the items to continue with. If the store fails, they're all of the items, because twice is better than never
 */
export async function newAmong(
	context: IExecuteFunctions,
	items: readonly INodeExecutionData[],
	entriesOf: (item: INodeExecutionData) => Entries | undefined,
	capacity: number,
	lostAt?: number,
): Promise<INodeExecutionData[]> {
	const recording = recordingOf(context);
	const store = storeOf(context, capacity, lostAt);
	const passes = await Promise.all(
		items.map(async (item) => {
			const entries = entriesOf(item);
			return entries === undefined || (await recording.isNew(entries, store));
		}),
	);
	return items.filter((_item, index) => passes[index]);
}

/**
 * Lets one execution alone decide about several items, based on what the store returns. If the store fails, others don't
 * wait any longer for that.
 *
 * @param decide returns the entries of the items that start the workflow. They're recorded until they stay
 * @throws what `decide` throws
 */
export async function decideTogether(
	context: IExecuteFunctions,
	store: Store,
	decide: (store: Store) => Promise<Recorded[]>,
): Promise<void> {
	await recordingOf(context).decideAlone(store, decide);
}

function recordingOf(context: IExecuteFunctions): Recording {
	return rememberedOf(keyOf(context), Recording);
}

/**
 * Decides about the items of one node in this process.
 *
 * The store reads and then writes one value without a lock, so processes overwrite each other's recordings. That's why one
 * recording decides about all waiting items, is repeated until nothing is missing, and is followed by a pause before the
 * next decision. Entries that another process has overwritten are then most likely back before anybody else decides.
 */
class Recording {
	private readonly waiting: Candidate[] = [];

	private readonly last = new LastRecorded();

	/** Executions that decide about several items together. */
	private readonly alone: Array<() => Promise<void>> = [];

	private lastRecording = -Infinity;
	private isDeciding = false;
	private hasBegun = false;

	async isNew(entries: Entries, store: Store): Promise<boolean> {
		return await new Promise((decide) => {
			this.waiting.push({ entries, store, decide });
			void this.decideAll();
		});
	}

	async decideAlone(store: Store, decide: (store: Store) => Promise<Recorded[]>): Promise<void> {
		const withLast =
			(record: Store['record']): Store['record'] =>
			async (names) => {
				// The store may be missing these entries for a moment.
				const last = new Set(this.last.names);
				return (await record(unique([...last, ...names]))).filter((name) => !last.has(name));
			};
		const sparing = {
			...store,
			record: withLast(store.record),
			recordWithoutDropping: withLast(store.recordWithoutDropping),
		};
		await new Promise<void>((resolve, reject) => {
			this.alone.push(async () => {
				await this.begin(store);
				await decide(sparing)
					.then(async (passing) => {
						resolve();
						await this.last.keep(passing, store);
					})
					.catch(reject);
			});
			void this.decideAll();
		});
	}

	private async decideAll(): Promise<void> {
		if (this.isDeciding) return;
		this.isDeciding = true;
		try {
			while (this.waiting.length + this.alone.length > 0) {
				const pause = this.lastRecording + jittered(DISTANCE_MS) - performance.now();
				if (pause > 0) await sleep(pause);
				const alone = this.alone.shift();
				if (alone) await alone();
				else await this.decideGroup(this.takeGroup());
				this.lastRecording = performance.now();
			}
		} finally {
			this.isDeciding = false;
		}
	}

	/** Gives an empty store the entries that it will drop first. As long as they're there, nothing was dropped. */
	private async begin(store: Store): Promise<void> {
		if (this.hasBegun) return;
		this.hasBegun = true;
		const count = await store.count().catch(() => undefined);
		if (count === 0) this.last.add([store.initialEntries]);
	}

	/** Takes the waiting items, oldest first, without copies of each other or of those recorded most recently. */
	private takeGroup(): Candidate[] {
		const recorded = new Set(this.last.names);
		return this.waiting.splice(0, GROUP).filter(({ entries, decide }) => {
			const isFirst = isNewTo(recorded, entries);
			if (!isFirst) decide(false);
			for (const name of namesOf(entries)) recorded.add(name);
			return isFirst;
		});
	}

	private async decideGroup(group: Candidate[]): Promise<void> {
		const [first] = group;
		if (!first) return;
		const { store } = first;
		await this.begin(store);
		const all = group.map(({ entries }) => entries);
		const recorded = await this.record(all, store).catch((error: unknown) => {
			store.logUnchecked(all.map(nameOf), error);
			return undefined;
		});
		const isNew = (entries: Entries): boolean => recorded === undefined || isNewTo(recorded, entries);
		for (const { entries, decide } of group) decide(isNew(entries));
		const copies = recorded ? all.filter((entries) => !isNew(entries)) : [];
		const untrue = recorded ? await this.settleCopies(copies, recorded, store) : [];
		const isMissing = (name: string): boolean => recorded?.has(name) === false;
		await this.last.keep(
			all
				.map((entries) => namesOf(entries).filter((name) => !untrue.includes(name)))
				.filter((names) => names.some(isMissing)),
			store,
		);
	}

	/**
	 * Handles signed copies of faxes that only a list or a check with Fax.Plus had shown before. They show that lists and
	 * deliveries use the same IDs. The entry that a signed delivery started the workflow would be wrong for them, and would
	 * keep a Retry of that check from starting it.
	 *
	 * @returns the entries that were removed again
	 */
	private async settleCopies(
		copies: Entries[],
		recorded: ReadonlySet<string>,
		store: Store,
	): Promise<string[]> {
		const confirmationsOf = ({ faxes, confirmedBy }: Entries): string[] =>
			confirmedBy ? faxes.map((fax) => confirmationEntry(confirmedBy, fax)) : [];
		const late = copies.filter(
			(entries) =>
				entries.faxes.some((fax) => recorded.has(fax)) &&
				!confirmationsOf(entries).some((entry) => recorded.has(entry)),
		);
		const added = unique(late.flatMap(confirmationsOf));
		if (added.length === 0) return [];
		const events = late.flatMap(({ event }) => event ?? []);
		try {
			await takeBack(store, added);
			if (events.length > 0) await this.last.keep([unique(events).map(idsAgreeFor)], store);
		} catch (error) {
			store.logUnconfirmed(error);
		}
		return added;
	}

	/**
	 * Records items, and returns which of their names were known. It tries twice. The first try may have recorded the items
	 * despite an error, so all of them are then treated as new.
	 */
	private async record(all: Entries[], store: Store): Promise<Set<string>> {
		const names = unique([...this.last.names, ...all.flatMap(namesOf)]);
		const allExcept = (missing: string[]): Set<string> =>
			new Set(names.filter((name) => !missing.includes(name)));
		try {
			return allExcept(await store.record(names));
		} catch (error) {
			const recorded = allExcept(await store.record(names));
			store.logUnchecked(all.filter((entries) => !isNewTo(recorded, entries)).map(nameOf), error);
			return new Set();
		}
	}
}

/** The name of an item in the log. */
function nameOf({ delivery, faxes }: Entries): string {
	return delivery ?? faxes[0] ?? '';
}

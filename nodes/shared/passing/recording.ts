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

/** From one recording to the next decision: time for other processes to record again what this one has overwritten. */
const DISTANCE_MS = 100;

/** The most deliveries that are decided about together; the store may be set to hold no more than a hundred. */
const GROUP = 40;

/** An item that an execution asks about. */
interface Candidate {
	entries: Entries;
	store: Store;
	decide: (isNew: boolean) => void;
}

/**
 * Passes on the items that n8n's store does not know yet, and records them there (docs/contributing/api.md, "Repeated deliveries").
 *
 * @param context of an execution that a trigger has started
 * @param entriesOf tells items apart; what has no entries passes
 * @param capacity how many entries the store keeps, oldest out first; 100 at least, and more where items have several
 * @param lostAt as for `storeOf`
 * @returns the items to go on with; all of them when the store cannot be asked: twice is better than never
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
 * Lets one execution decide alone about several items, with what the store tells. While the store fails nobody else waits longer.
 *
 * @param decide answers the entries of the items that pass, which are then recorded until they stay
 * @throws what it throws
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
 * The store reads and then writes one value, without a lock, so processes overwrite each other's recordings. One rule
 * answers that: decide about all that wait with one recording, repeat the recording until nothing was missing, and keep
 * a distance from the next decision. What one process has lost is then most likely back before another one decides.
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
			(ask: Store['record']): Store['record'] =>
			async (names) => {
				// The store may have lost these for the moment.
				const last = new Set(this.last.names);
				return (await ask(unique([...last, ...names]))).filter((name) => !last.has(name));
			};
		const sparing = { ...store, record: withLast(store.record), ask: withLast(store.ask) };
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

	/** Lets an empty store begin with what it would drop first: as long as that is there, nothing was dropped. */
	private async begin(store: Store): Promise<void> {
		if (this.hasBegun) return;
		this.hasBegun = true;
		const count = await store.count().catch(() => undefined);
		if (count === 0) this.last.add([store.beginning]);
	}

	/** Those that wait, oldest first, without copies of one another and of the last ones. */
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
	 * A signed copy whose fax only a list or the service had named shows that their ids are those of deliveries. The entry that
	 * says that a signed delivery let it pass isn't true, and would keep out the Retry of the check that has it.
	 *
	 * @returns what was taken back
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
				!confirmationsOf(entries).some((way) => recorded.has(way)),
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
	 * Records items; answers which of their names were known. Tries twice; after an error the first attempt may have recorded
	 * them all the same, so all count as new then.
	 */
	private async record(all: Entries[], store: Store): Promise<Set<string>> {
		const names = unique([...this.last.names, ...all.flatMap(namesOf)]);
		const knownBesides = (missing: string[]): Set<string> =>
			new Set(names.filter((name) => !missing.includes(name)));
		try {
			return knownBesides(await store.record(names));
		} catch (error) {
			const recorded = knownBesides(await store.record(names));
			store.logUnchecked(all.filter((entries) => !isNewTo(recorded, entries)).map(nameOf), error);
			return new Set();
		}
	}
}

/** What the log calls an item. */
function nameOf({ delivery, faxes }: Entries): string {
	return delivery ?? faxes[0] ?? '';
}

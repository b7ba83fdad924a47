import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { keyOf } from '../shared/trigger/log';
import { LruMap } from '../shared/values/lruMap';
import type { PackedIds } from './faxIds';
import { FaxIds, shortFingerprintOf } from './faxIds';
import { takeFromFormerName } from './formerName';
import type { PolledList } from './lists';

/** What the static data of the workflow holds for one list. All times are in milliseconds. */
interface PackedList extends IDataObject, Omit<ListMemory, 'known'> {
	known: PackedIds;
}

/** What a trigger remembers of one list of faxes. */
export interface ListMemory {
	/** What is from before is settled. */
	since: number;
	/** The latest time that a fax had. */
	newest?: number | undefined;
	/** When all faxes from `since` on were read last. */
	readAt: number;
	/** Too many were new to be passed on at once: those of this period come next. */
	backlog?: { from: number; until: number } | undefined;
	/** Reading all was interrupted: it goes on with what is before this time. */
	sweep?: { until: number; newest?: number | undefined } | undefined;
	/** Faxes that need not start the workflow any more. */
	known: FaxIds;
}

/** Faxes that were passed on to n8n together, and which n8n has perhaps not begun to work on. */
export interface Emission {
	category: PolledList['category'];
	at: number;
	/** The earliest time of any of them. */
	since: number;
	ids: FaxIds;
}

interface PackedEmission extends IDataObject, Omit<Emission, 'ids'> {
	ids: PackedIds;
}

/** The static data of the node. */
interface Remembered extends IDataObject {
	/** The id of the node, which stays when it is renamed. */
	node: string;
	account?: string | undefined;
	owner?: string | undefined;
	lists: Record<string, PackedList>;
	starts?: Record<string, number>;
	emissions: PackedEmission[];
}

/** Characters that the ids take, all lists together; n8n keeps copies of static data in executions (2.8). */
const MOST_KNOWN = 40_000;
const MOST_EMITTED = 16_000;

/** What n8n last gave back to a node, as JSON: it keeps static data under the node's name, which people change. */
const committed = new LruMap<string, string>(1_000);

/**
 * What the last poll of a trigger has remembered where it passed nothing on: then n8n's durable scheduler saves nothing, and
 * gives back with the next poll what it had given to this one. As JSON, too.
 */
const unsaved = new LruMap<string, { given: string; remembered: string }>(1_000);

/** What a trigger remembers from poll to poll, in the workflow's static data; nothing in it names a fax or an account. */
export class PollMemory {
	/** Stands for the credential and the user whose faxes are listed. */
	account: string | undefined;

	/** Stands for the user that the faxes say they belong to. */
	owner: string | undefined;

	readonly lists = new Map<PolledList['category'], ListMemory>();

	/** Oldest first. */
	emissions: Emission[] = [];

	/** When lists were to be read for the first time, in milliseconds, of those that could not be read yet. */
	private readonly starts = new Map<string, number>();

	private readonly data: IDataObject;

	private readonly key: string;

	private readonly node: string;

	/** What n8n gave, as JSON: static data is watched through proxies. */
	private readonly given: string | undefined;

	constructor(context: IPollFunctions) {
		this.data = context.getWorkflowStaticData('node');
		this.key = keyOf(context);
		this.node = context.getNode().id;
		const { polling } = this.data;
		this.given = polling === undefined ? undefined : JSON.stringify(polling);
		if (this.given !== undefined) committed.set(this.key, this.given);
		const later = unsaved.get(this.key);
		const isLater = later !== undefined && later.given === this.given;
		const former = this.given === undefined ? formerOf(context) : undefined;
		const remembered = isLater ? later.remembered : (this.given ?? committed.get(this.key) ?? former);
		if (remembered !== undefined) this.unpack(JSON.parse(remembered) as Remembered);
	}

	/** Whether there is anything to compare the lists with. */
	get isEmpty(): boolean {
		return this.lists.size === 0;
	}

	/** Forgets all: what is there when the lists are read next is not new. */
	clear(): void {
		this.lists.clear();
		this.starts.clear();
		this.emissions = [];
		this.owner = undefined;
	}

	/**
	 * For another account, perhaps: a list in which there were no faxes may be full now, of faxes that were there before.
	 *
	 * @param lateness in milliseconds
	 */
	excludeHistory(lateness: number): void {
		for (const list of this.lists.values()) {
			if (list.newest === undefined) list.since = list.readAt - lateness;
		}
	}

	/**
	 * Notes that a list is to be read for the first time.
	 *
	 * @returns if an attempt has failed before, when the first one was, in milliseconds
	 */
	noteStart(category: PolledList['category']): number | undefined {
		const start = this.starts.get(category);
		this.starts.set(category, start ?? Date.now());
		return start;
	}

	/** Notes that a list has been read. */
	add(category: PolledList['category'], list: ListMemory): void {
		this.starts.delete(category);
		this.lists.set(category, list);
	}

	/** Whether a fax was seen before. */
	has(id: string): boolean {
		const fingerprint = shortFingerprintOf(id);
		return (
			[...this.lists.values()].some(({ known }) => known.has(fingerprint)) ||
			this.emissions.some(({ ids }) => ids.has(fingerprint))
		);
	}

	/**
	 * Hands the memory to n8n, which saves it with the next execution that the trigger starts, or at the end of an activation.
	 *
	 * @param isPassingOn whether this poll starts an execution
	 */
	save(isPassingOn: boolean): void {
		this.limit();
		const packed: Remembered = {
			node: this.node,
			account: this.account,
			owner: this.owner,
			lists: Object.fromEntries(
				[...this.lists].map(([category, list]) => [category, { ...list, known: list.known.packed() }]),
			),
			...(this.starts.size > 0 ? { starts: Object.fromEntries(this.starts) } : {}),
			emissions: this.emissions.map((emission) => ({ ...emission, ids: emission.ids.packed() })),
		};
		const remembered = JSON.stringify(packed);
		if (isPassingOn || this.given === undefined) unsaved.delete(this.key);
		else unsaved.set(this.key, { given: this.given, remembered });
		// n8n takes every assignment for a change.
		if (remembered !== this.given) this.data['polling'] = JSON.parse(remembered) as IDataObject;
	}

	private limit(): void {
		let emitted = 0;
		for (const emission of [...this.emissions].reverse()) {
			emitted += emission.ids.size * 8;
			if (emitted > MOST_EMITTED && emission !== this.emissions.at(-1)) this.settle(emission);
		}
		for (const [category, list] of this.lists) {
			const begun = this.emissions.filter((one) => one.category === category).map(({ since }) => since);
			list.known.dropBefore(Math.min(list.since, ...begun));
			const end = list.known.shrinkTo(MOST_KNOWN / this.lists.size);
			// More faxes than fit are of the period that is watched: it gets shorter.
			if (end !== undefined) list.since = Math.max(list.since, end);
		}
	}

	/** Takes it for certain that n8n works on an emission, or has done so. */
	settle(emission: Emission): void {
		this.lists.get(emission.category)?.known.addAll(emission.ids);
		this.emissions = this.emissions.filter((one) => one !== emission);
	}

	private unpack(saved: Remembered): void {
		this.account = saved.account;
		this.owner = saved.owner;
		for (const [category, start] of Object.entries(saved.starts ?? {})) this.starts.set(category, start);
		for (const [category, list] of Object.entries(saved.lists)) {
			this.lists.set(category as PolledList['category'], { ...list, known: new FaxIds(list.known) });
		}
		this.emissions = saved.emissions.map((emission) => ({ ...emission, ids: new FaxIds(emission.ids) }));
	}
}

/** What the node had remembered under the name that it had before, as JSON. */
function formerOf(context: IPollFunctions): string | undefined {
	const former = takeFromFormerName(context, 'polling');
	return former && JSON.stringify(former);
}

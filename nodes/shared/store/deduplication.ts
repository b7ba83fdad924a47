import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { keyOf, log } from '../log';
import { LruMap } from '../values/lruMap';
import type { NodeStore } from './nodeStore';
import { nodeStoreOf } from './nodeStore';

/** From one recording to the next decision: time for other processes to record again what this one has overwritten. */
const DISTANCE_MS = 100;

const CONFIRMATION_PAUSE_MS = 30;
const CONFIRMATIONS = 5;

/** The most deliveries that are decided about together; the store may be set to hold no more than a hundred. */
const GROUP = 40;

/** How many earlier ones a recording names again, as they may have been overwritten after their confirmation. */
const NAMED_AGAIN = 20;

/** What tells an item from all others. */
export interface Identity {
	/** Its own among all that come the same way. */
	own: string;
	/** How it came: what other ways call the same thing, too, is in `shared`. */
	way?: string;
	/** One of them makes two items that came different ways the same; items that came the same way may have them in common. */
	shared?: readonly string[];
	/** Recorded with it for those who ask for them; they say nothing about the item. */
	marks?: readonly string[];
}

/** What is to be found out about the items of one execution together. */
export interface Question {
	/** Names beside those of the items. */
	asked: readonly string[];
	/**
	 * Decides which items pass. What does not, and what was asked for, is afterwards as if nobody had asked.
	 *
	 * @param known the names that were recorded before; see `isNewTo`
	 */
	choose: (known: ReadonlySet<string>) => boolean[];
}

/** The store of a trigger, and what n8n's log is told of it. */
interface Store extends Pick<NodeStore, 'record' | 'remove'> {
	/** The same as record, for names that are removed at once: it drops none for them. */
	ask: NodeStore['record'];
	/** Deliveries go on although nobody knows whether they are copies. */
	logUnchecked: (unclear: readonly Identity[], error: unknown) => void;
	logUnconfirmed: (error: unknown) => void;
}

/** An item that an execution asks about. */
interface Candidate {
	identity: Identity;
	store: Store;
	decide: (isNew: boolean) => void;
}

/** For each node; what one remembers that has been idle for long is in the store. */
const deduplications = new LruMap<string, Deduplication>(1_000);

/**
 * Passes on the items that n8n's de-duplication store does not know yet, and records them there
 * (docs/api.md, "Repeated deliveries").
 *
 * @param context of an execution that a trigger has started
 * @param identityOf tells items apart; what has no identity passes
 * @param capacity how many names the store keeps, oldest out first; 100 at least, and more where items have several
 * @returns the items to go on with; all of them when the store cannot be asked: twice is better than never
 */
export async function dedupe(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	identityOf: (item: INodeExecutionData) => Identity | undefined,
	capacity: number,
): Promise<INodeExecutionData[]> {
	const deduplication = deduplicationOf(context);
	const store = storeOf(context, capacity);
	const passes = await Promise.all(
		items.map(async (item) => {
			const identity = identityOf(item);
			return identity === undefined || (await deduplication.isNew(identity, store));
		}),
	);
	return items.filter((_item, index) => passes[index]);
}

/**
 * Decides about the items of one execution together, by what the store knows of all of them. The question is asked which pass.
 *
 * @param capacity see dedupe
 * @throws what the store throws: nothing passes then
 */
export async function dedupeTogether(
	context: IExecuteFunctions,
	identities: Identity[],
	capacity: number,
	question: Question,
): Promise<void> {
	await deduplicationOf(context).choose(identities, storeOf(context, capacity), question);
}

function deduplicationOf(context: IExecuteFunctions): Deduplication {
	return deduplications.getOrAdd(keyOf(context), () => new Deduplication());
}

function storeOf(context: IExecuteFunctions, capacity: number): Store {
	const { record: ask, remove } = nodeStoreOf(context);
	return {
		record: nodeStoreOf(context, capacity).record,
		ask,
		remove,
		logUnconfirmed: (error) => {
			log(context, 'debug', `confirming the last recordings failed: ${String(error)}`);
		},
		logUnchecked: (unclear, error) => {
			const problem = 'the store of processed deliveries failed, so delivery';
			for (const { own } of unclear)
				log(context, 'error', `${problem} ${own} goes on unchecked: ${String(error)}`);
		},
	};
}

/**
 * Decides about the items of one node in this process.
 *
 * The store reads and then writes one value, without a lock, so processes overwrite each other's recordings. One rule
 * answers that: decide about all that wait with one recording, repeat the recording until nothing was missing, and keep
 * a distance from the next decision. What one process has lost is then most likely back before another one decides.
 */
class Deduplication {
	private readonly waiting: Candidate[] = [];

	/** What this process recorded last, oldest first. The store may have lost it for the moment. */
	private last: Identity[] = [];

	/** What is to be answered about the items of other executions together. */
	private readonly questions: Array<() => Promise<void>> = [];

	private lastRecording = -Infinity;
	private isDeciding = false;

	async isNew(identity: Identity, store: Store): Promise<boolean> {
		return await new Promise((decide) => {
			this.waiting.push({ identity, store, decide });
			void this.decideAll();
		});
	}

	/** Lets a question decide which of several items pass. */
	async choose(identities: Identity[], store: Store, question: Question): Promise<void> {
		await new Promise<void>((resolve, reject) => {
			this.questions.push(async () => {
				await this.answer(identities, store, question).then(resolve, reject);
			});
			void this.decideAll();
		});
	}

	private async decideAll(): Promise<void> {
		if (this.isDeciding) return;
		this.isDeciding = true;
		try {
			while (this.waiting.length + this.questions.length > 0) {
				const pause = this.lastRecording + jittered(DISTANCE_MS) - performance.now();
				if (pause > 0) await sleep(pause);
				const question = this.questions.shift();
				const group = question ? [] : this.takeGroup();
				const [first] = group;
				if (question) await question();
				if (first) await this.decideGroup(group, first.store);
				if (question || first) this.lastRecording = performance.now();
			}
		} finally {
			this.isDeciding = false;
		}
	}

	private async answer(identities: Identity[], store: Store, { asked, choose }: Question): Promise<void> {
		const last = this.last.flatMap(namesOf);
		const names = [...identities.flatMap(recordedOf), ...asked];
		const missing = new Set(await store.ask(unique([...last, ...names])));
		const known = new Set([...last, ...names.filter((name) => !missing.has(name))]);
		const passes = choose(known);
		const passing = identities.filter((_identity, at) => passes[at]);
		const kept = new Set([...last, ...passing.flatMap(recordedOf)]);
		const others = [...missing].filter((name) => !kept.has(name));
		const remove = async (): Promise<void> => {
			await store.remove(others);
		};
		if (others.length > 0) await remove().catch(remove).catch(store.logUnconfirmed);
		await this.keep(passing, store);
	}

	/** Those that wait, oldest first, without copies of one another and of the last ones. */
	private takeGroup(): Candidate[] {
		const known = new Set(this.last.flatMap(namesOf));
		return this.waiting.splice(0, GROUP).filter((candidate) => {
			const isFirst = isNewTo(known, candidate.identity);
			if (!isFirst) candidate.decide(false);
			for (const name of namesOf(candidate.identity)) known.add(name);
			return isFirst;
		});
	}

	private async decideGroup(group: Candidate[], store: Store): Promise<void> {
		const identities = group.map(({ identity }) => identity);
		const known = await this.record(identities, store).catch((error: unknown) => {
			store.logUnchecked(identities, error);
			return undefined;
		});
		for (const { identity, decide } of group) decide(known === undefined || isNewTo(known, identity));
		const isMissing = (name: string): boolean => known?.has(name) === false;
		await this.keep(
			identities.filter((identity) => recordedOf(identity).some(isMissing)),
			store,
		);
	}

	/** Sees to it that what was recorded stays. */
	private async keep(recorded: Identity[], store: Store): Promise<void> {
		if (recorded.length === 0) return;
		this.last = [...this.last, ...recorded].slice(-NAMED_AGAIN - recorded.length);
		await this.confirm(
			store,
			recorded.flatMap(({ marks = [] }) => marks),
		);
	}

	/**
	 * Records items; answers which of their names were known. Tries twice; after an error the first attempt may have recorded
	 * them all the same, so all count as new then.
	 */
	private async record(identities: Identity[], store: Store): Promise<Set<string>> {
		// Marks tell that what comes after them is there.
		const names = unique([
			...identities.flatMap(({ marks = [] }) => marks),
			...[...this.last, ...identities].flatMap(namesOf),
		]);
		const knownBesides = (missing: string[]): Set<string> =>
			new Set(names.filter((name) => !missing.includes(name)));
		try {
			return knownBesides(await store.record(names));
		} catch (error) {
			const known = knownBesides(await store.record(names));
			store.logUnchecked(
				identities.filter((identity) => !isNewTo(known, identity)),
				error,
			);
			return new Set();
		}
	}

	/** Repeats the last recording until nothing was missing, a few times at most. */
	private async confirm(store: Store, marks: string[]): Promise<void> {
		try {
			for (let round = 0; round < CONFIRMATIONS; round++) {
				await sleep(jittered(CONFIRMATION_PAUSE_MS));
				const missing = await store.record(unique([...marks, ...this.last.flatMap(namesOf)]));
				if (missing.length === 0) return;
			}
		} catch (error) {
			// The decisions are made, and the next recording names the same ones again.
			store.logUnconfirmed(error);
		}
	}
}

/** What the store holds of an item: the store records what it is asked about, so each shared name needs one for the way, too. */
function namesOf(identity: Identity): string[] {
	const { own, shared = [] } = identity;
	return [own, ...shared.flatMap((name) => [name, ofWay(name, identity)])];
}

/** Old marks are never named again: they would come to stand after what they are about. */
function recordedOf(identity: Identity): string[] {
	return [...(identity.marks ?? []), ...namesOf(identity)];
}

/** Whether an item is known neither by itself nor, by a shared name, from another way. */
function isNewTo(known: ReadonlySet<string>, identity: Identity): boolean {
	const { own, shared = [] } = identity;
	const cameOtherwise = (name: string): boolean => known.has(name) && !known.has(ofWay(name, identity));
	return !known.has(own) && !shared.some(cameOtherwise);
}

function unique(names: readonly string[]): string[] {
	return [...new Set(names)];
}

/** What the store holds if an item with a shared name came one way. */
export function ofWay(name: string, { way = '' }: Pick<Identity, 'way'>): string {
	return `${way}: ${name}`;
}

/** A pause between half and one and a half times as long, so that processes do not keep in step. */
function jittered(milliseconds: number): number {
	return milliseconds * (0.5 + Math.random());
}

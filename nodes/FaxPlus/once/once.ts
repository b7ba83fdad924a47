import { EarlierAttemptFault, hasChangedNothing, ServiceFault } from '../../shared/http/faults';
import { rethrow } from '../../shared/http/rethrow';
import { log } from '../../shared/log';
import { LongWork } from '../../shared/async/longWork';
import { fingerprintOf } from '../../shared/values/fingerprint';
import { LruMap } from '../../shared/values/lruMap';
import type { ItemFields } from '../fields/itemFields';
import { namesOf, type RunNames } from './executionNames';
import {
	again,
	contentOf,
	counted,
	entriesUnder,
	firstIn,
	here,
	nextOf,
	surplusOf,
	type CountedItem,
	type ItemEntries,
} from './entries';
import { EntryStore } from './entryStore';

/** A send or a purchase, which must not happen twice. These fields identify it. */
export interface SideEffect {
	/** The content that's sent or bought. It leaves out everything that changes when n8n runs earlier nodes again. */
	content: unknown;
	/** The recipients of the fax, or the offer that's bought. */
	to: unknown;
}

/**
 * What earlier attempts of a retried execution did with an item. It's "begun" if they didn't record the outcome. It's
 * "other" if what they did may belong to another item instead.
 */
export type EarlierAttempts = 'nothing' | 'done' | 'begun' | 'other';

/** The state that all runs of a node in one attempt of an execution share. Runs in its sub-workflows share it too. */
interface Attempt {
	/** How often each content has occurred. */
	contents: Map<string, number>;
	/** How often each recipient has occurred in all calls of a sub-workflow, because the calls have no number of their own. */
	recipients: Map<string, number>;
	/** Number of the first run in this attempt. In a loop, a retry may repeat only the run that failed. */
	firstRun: number;
	/**
	 * Resolves once the names of the execution are recorded. They're recorded first, because a full store drops the oldest
	 * entries.
	 */
	naming?: Promise<void> | undefined;
	/** Resolves to true if an earlier attempt has begun. It's only set if n8n's store is the only place that shows this. */
	repeating?: Promise<boolean> | undefined;
}

/**
 * The attempts that this process remembers, more than ever run at once. If one were dropped during a loop, its contents
 * would be counted from the start again.
 */
const attempts = new LruMap<string, Attempt>(2_000);

/** The fingerprints that identify a side effect. */
interface Fingerprints {
	content: string;
	to: string;
}

/**
 * Starts a run that must not send or buy twice, even if n8n's Retry repeats it. Before each side effect, entries are
 * written to n8n's store, which outlives the execution. These tell a retry what earlier attempts did
 * (docs/contributing/design.md, "A retry sends nothing twice").
 *
 * @param effects the side effects of all items, in their order. An entry is undefined if the fields of its item can't be
 * read.
 */
export async function startOnce(
	context: ItemFields['context'],
	effects: ReadonlyArray<SideEffect | undefined>,
): Promise<Once> {
	const names = await namesOf(context).catch(notRecorded);
	// Calls of a sub-workflow differ only in their input.
	const calledWith = names.isCalled ? { calledWith: names.byTrigger } : {};
	const work = new LongWork();
	const fingerprints: Array<Fingerprints | undefined> = [];
	for (const effect of effects) {
		await work.giveWay();
		fingerprints.push(
			effect && {
				content: fingerprintOf(JSON.stringify({ ...effect, ...calledWith })),
				to: fingerprintOf(JSON.stringify(effect.to)),
			},
		);
	}
	return new Once(context, names, fingerprints);
}

/**
 * One run of the node in one attempt of an execution. Nothing is recorded for an unsaved workflow, because n8n can't retry it.
 */
export class Once {
	private readonly store: EntryStore;
	private readonly attempt: Attempt;
	/** True if the workflow is saved, so that n8n's store can keep entries for it. */
	readonly isStored: boolean;
	private asking: Promise<EarlierAttempts[]> | undefined;
	private readonly items: CountedItem[];

	constructor(
		private readonly context: ItemFields['context'],
		private readonly names: RunNames,
		fingerprints: ReadonlyArray<Fingerprints | undefined>,
	) {
		this.store = new EntryStore(context);
		this.isStored = context.getWorkflow().id !== undefined;
		const key = JSON.stringify([names.attempt, context.getNode().id]);
		this.attempt = attempts.getOrAdd(key, () => ({
			contents: new Map(),
			recipients: new Map(),
			firstRun: names.run,
		}));
		const { contents } = this.attempt;
		const recipients = names.isCalled ? this.attempt.recipients : new Map<string, number>();
		this.items = fingerprints.map((effect, itemIndex) =>
			effect
				? { content: counted(contents, effect.content), place: counted(recipients, effect.to) }
				: { content: `of item ${itemIndex} 0`, place: ' 0' },
		);
	}

	/** True if a person runs the workflow in the editor. */
	get isByHand(): boolean {
		return this.names.isByHand;
	}

	/** When the first attempt of the execution began, in milliseconds. It's undefined if n8n no longer knows it. */
	get beganAt(): number | undefined {
		return this.names.beganAt;
	}

	/**
	 * Resolves to true if an earlier attempt of the execution has begun, so it may have done something.
	 *
	 * @throws EarlierAttemptFault if the store fails
	 */
	async isRepeated(): Promise<boolean> {
		if (!this.isStored) return false;
		if (this.names.isRetry || !this.names.isCalled) return this.names.isRetry;
		return await (this.attempt.repeating ??= unlessSilent(this.isBegunByAnother()));
	}

	/**
	 * Returns what earlier attempts did with an item. Call this before you do anything else with the item.
	 *
	 * @throws EarlierAttemptFault if the store fails or may have dropped entries of this execution
	 */
	async earlier(itemIndex: number): Promise<EarlierAttempts> {
		if (!(await this.isRepeated())) return 'nothing';
		const all = await (this.asking ??= unlessSilent(this.askEarlier()));
		return all[itemIndex] ?? 'nothing';
	}

	/**
	 * Records that the execution has begun. Call this before an item sends or buys anything. If a retry doesn't find this record
	 * in a full store, it can't know which entries n8n has dropped.
	 *
	 * @throws ServiceFault if the store fails
	 */
	async recordStart(): Promise<void> {
		if (this.isStored) await (this.attempt.naming ??= this.recordNames());
	}

	/**
	 * Returns which of these paths and IDs earlier attempts recorded for an item.
	 *
	 * @throws EarlierAttemptFault if the store fails
	 */
	async recordedFor(itemIndex: number, pathsAndIds: string[]): Promise<ReadonlySet<string>> {
		if (pathsAndIds.length === 0) return new Set();
		const { reference } = this.askedEntries(itemIndex);
		// This entry exists only if an earlier lookup was cut off, and left behind everything that it looked up.
		const question = reference('was asked for');
		const recorded = await unlessSilent(this.store.recorded([question, ...pathsAndIds.map(reference)]));
		return new Set(recorded.has(question) ? [] : pathsAndIds.filter((each) => recorded.has(reference(each))));
	}

	/**
	 * Records the side effect of an item, and then carries it out. If the recording fails, nothing is carried out, because
	 * nothing would stop a retry from doing it again. If it fails and certainly changed nothing, the records are removed, so
	 * that a retry does it.
	 *
	 * @param paths the paths of its uploads, by which a retry finds the fax in Fax.Plus even if the response is lost
	 * @param idsOf returns the IDs in the result, by which a retry finds the fax or the number in Fax.Plus
	 * @throws EarlierAttemptFault if another retry began the side effect at the same time, and ServiceFault if the store
	 * fails
	 */
	async do<T>(
		itemIndex: number,
		paths: string[],
		work: () => Promise<T>,
		idsOf: (result: T) => string[],
	): Promise<T> {
		if (!this.isStored) return await work();
		const items = this.entriesOf(itemIndex);
		const mayBeDone = items.flatMap(({ open, reference }) => [open, ...paths.map(reference)]);
		const begun = items.flatMap((item) => [item.begun, item.place, item.claim]);
		const missing = await this.store.add([...begun, ...mayBeDone]).catch(notRecorded);
		// When this retry began, the store had no claim on the item. Otherwise, the retry wouldn't get this far.
		if ((await this.isRepeated()) && !missing.includes(this.askedEntries(itemIndex).claim))
			throw new EarlierAttemptFault('Another retry of the same execution began it at the same time');
		try {
			const result = await work();
			await this.end(itemIndex, idsOf(result), mayBeDone);
			return result;
		} catch (error) {
			if (hasChangedNothing(error)) await this.orInDoubt(this.store.removeForGood([...begun, ...mayBeDone]));
			return rethrow(error);
		}
	}

	/** Records that Fax.Plus has the fax that an earlier attempt began to send. */
	async found(itemIndex: number, ids: string[]): Promise<void> {
		const open = this.entriesOf(itemIndex).map((item) => item.open);
		await this.end(itemIndex, ids, open);
	}

	/** Returns the entries about an item under each name of the execution, because a retry may know only one of them. */
	private entriesOf(itemIndex: number): ItemEntries[] {
		const { own, byTrigger } = this.names;
		return [own, byTrigger].map((name) => entriesUnder(name, this.names.run, this.items[itemIndex]));
	}

	/** Returns the entries about an item under the name that a retry looks up. */
	private askedEntries(itemIndex: number): ItemEntries {
		return entriesUnder(this.names.asked, this.names.run, this.items[itemIndex]);
	}

	/** Resolves to true if another attempt has written the name of this execution to the store. */
	private async isBegunByAnother(): Promise<boolean> {
		const { own, attempt } = this.names;
		const [name, byUs] = [here(own), firstIn(own, attempt)];
		const recorded = await this.store.recorded([name, byUs]);
		return recorded.has(name) && !recorded.has(byUs);
	}

	/**
	 * Records the names of the execution. If another execution has recorded the same items of the trigger before, that's
	 * recorded too, because a retry that only knows those items can't tell the two apart.
	 */
	private async recordNames(): Promise<void> {
		const { names, store } = this;
		const [own, byTrigger] = [here(names.own), here(names.byTrigger)];
		const isFirst = names.isCalled && !(await this.isRepeated());
		try {
			const first = isFirst ? [firstIn(names.own, names.attempt)] : [];
			const missing = await store.write([own, byTrigger, ...first]);
			const isOther = missing.includes(own) && !missing.includes(byTrigger) && !names.isOwnLost;
			if (isOther) await store.add([again(names.byTrigger)]);
		} catch (error) {
			this.attempt.naming = undefined;
			notRecorded(error);
		}
	}

	private async askEarlier(): Promise<EarlierAttempts[]> {
		const { names, store } = this;
		const ofItems = this.items.map((_item, itemIndex) => this.askedEntries(itemIndex));
		const ofRunsBefore = this.attempt.firstRun > 0 ? ofItems.map(({ begun }) => nextOf(begun)) : [];
		const recorded = await store.recorded([
			...[here(names.asked), again(names.byTrigger)],
			...ofItems.flatMap(({ begun, open, place }) => [begun, open, place]),
			...ofRunsBefore,
		]);
		if (!recorded.has(here(names.asked)) && (await store.isFull()))
			throw new Error('it no longer has all entries of this execution');
		const isShared = names.isOwnLost && recorded.has(again(names.byTrigger));
		const surplus = surplusOf(ofItems, new Set(ofRunsBefore), recorded);
		return ofItems.map(({ begun, open, place }): EarlierAttempts => {
			if (!recorded.has(begun)) return recorded.has(place) ? 'other' : 'nothing';
			// An earlier run or another execution may have sent or bought the same content.
			if (isShared || (names.run > 0 && !recorded.has(place)) || surplus.has(contentOf(begun)))
				return 'other';
			return recorded.has(open) ? 'begun' : 'done';
		});
	}

	private async end(itemIndex: number, ids: string[], open: string[]): Promise<void> {
		const references = this.entriesOf(itemIndex).flatMap(({ reference }) => ids.map(reference));
		const closing = async (): Promise<void> => {
			if (references.length > 0) await this.store.write(references);
			await this.store.remove(open.filter((entry) => !references.includes(entry)));
		};
		await this.orInDoubt(closing());
	}

	/**
	 * Logs a warning if an item's outcome can't be recorded. The item then stays in doubt, which is harmless, because a
	 * retry looks for it in Fax.Plus.
	 */
	private async orInDoubt(recording: Promise<void>): Promise<void> {
		await recording.catch((error: unknown) => {
			const line = `n8n's store didn't record the result of a fax or a purchase: ${String(error)}`;
			log(this.context, 'warn', line);
		});
	}
}

function notRecorded(error: unknown): never {
	throw new ServiceFault(
		`n8n's store failed. The node needs it to record what it does, so that Retry doesn't repeat it: ${String(error)}`,
		'notSent',
	);
}

/** Reads the store for a retry. If that fails, the retry may not do anything, because it could repeat something. */
async function unlessSilent<T>(asking: Promise<T>): Promise<T> {
	return await asking.catch((error: unknown) => {
		throw new EarlierAttemptFault(
			`This is a retry, and n8n's store doesn't show what an earlier attempt did: ${String(error)}`,
		);
	});
}

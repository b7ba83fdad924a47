import { EarlierAttemptFault, ServiceFault } from '../../shared/http/faults';
import { rethrow } from '../../shared/http/rethrow';
import { InputError } from '../../shared/values/inputError';
import { fingerprintOf } from '../../shared/values/fingerprint';
import { LruMap } from '../../shared/values/lruMap';
import { perRun } from '../execution/perRun';
import { ItemFields } from '../fields/itemFields';
import { namesOf, type RunNames } from './execution';
import { Notes } from './notes';

/** What tells one thing that is done once from another. */
export interface Deed {
	/** All that it is made of, as far as it is the same when n8n runs the nodes before again. */
	content: unknown;
	/** Whom it reaches. */
	to: unknown;
}

/** What earlier attempts did with an item; "begun" is without a known end, "other" something else that may be the same. */
export type Earlier = 'nothing' | 'done' | 'begun' | 'other';

/** What the runs of a node in one attempt of an execution share. */
interface Attempt {
	contents: Map<string, number>;
	/** Number of the run that it began with: a retry may repeat only the run of a loop that has failed. */
	firstRun: number;
	/** Leaves its names: once, and before all else, so that they go first when the store is full. */
	naming?: Promise<void> | undefined;
}

/** As many as a process may have under way: one that is forgotten amid a loop would count the same content as its first again. */
const attempts = new LruMap<string, Attempt>(2_000);

/**
 * Does for each item once what must not be done twice, whatever n8n repeats: a note before it goes to n8n's own store, by
 * which a retried execution knows what its earlier attempts did (docs/design.md, "A retry sends nothing twice").
 */
export function once(deedOf: (fields: ItemFields) => Deed): (context: ItemFields['context']) => Once {
	return perRun((context) => new Once(context, deedOf));
}

/** The notes about one item, under one name of the execution. */
interface ItemNotes {
	begun: string;
	place: string;
	/** There as long as it is not known whether it was done. */
	open: string;
	/** Never asked for before it is written: what is left of a question does not pass for it. */
	claim: string;
	/** Of a path or an id by which it can be found. */
	trace: (trace: string) => string;
}

const here = (name: string): string => `${name} was here`;
const again = (name: string): string => `${name} again`;

/** One run of the node in one attempt of an execution. What n8n does not store is never retried, so nothing is noted of it. */
class Once {
	private readonly names: RunNames;
	private readonly store: Notes;
	private readonly attempt: Attempt;
	private readonly isStored: boolean;
	private asking: Promise<Earlier[]> | undefined;
	/** Of each item: which of those with its content it is, and which of those to the same. */
	private readonly items: Array<{ content: string; place: string }>;

	constructor(
		private readonly context: ItemFields['context'],
		deedOf: (fields: ItemFields) => Deed,
	) {
		this.names = namesOf(context);
		this.store = new Notes(context);
		this.isStored = context.getWorkflow().id !== undefined;
		const key = JSON.stringify([context.getExecutionId(), context.getNode().id]);
		this.attempt = attempts.getOrAdd(key, () => ({ contents: new Map(), firstRun: this.names.run }));
		const { contents } = this.attempt;
		const recipients = new Map<string, number>();
		const input = this.isStored ? context.getInputData() : [];
		this.items = input.map((_item, itemIndex) => {
			const deed = attemptTo(() => deedOf(new ItemFields(context, itemIndex)));
			if (!deed) return { content: `of item ${itemIndex} 0`, place: ' 0' };
			const content = fingerprintOf(JSON.stringify(deed));
			const to = fingerprintOf(JSON.stringify(deed.to));
			return { content: counted(contents, content), place: counted(recipients, to) };
		});
	}

	/** What earlier attempts did with an item. Asked before anything else is done with it. */
	async earlier(itemIndex: number): Promise<Earlier> {
		if (!this.isStored) return 'nothing';
		const all = this.names.isRetry ? await (this.asking ??= unlessSilent(this.askEarlier())) : [];
		await (this.attempt.naming ??= this.leaveNames());
		return all[itemIndex] ?? 'nothing';
	}

	/** Which of these traces earlier attempts left of an item: paths or ids that were noted for it. */
	async traces(itemIndex: number, traces: string[]): Promise<ReadonlySet<string>> {
		if (traces.length === 0) return new Set();
		const { trace } = this.askedNotes(itemIndex);
		// There only where n8n has ended amid a question, or another process has brought it back.
		const question = trace('was asked for');
		const known = await unlessSilent(this.store.known([question, ...traces.map(trace)]));
		return new Set(known.has(question) ? [] : traces.filter((each) => known.has(trace(each))));
	}

	/**
	 * Does it, with a note before. A note that cannot be written stops it: nothing would keep a retry from doing it again.
	 *
	 * @param traces by which it can be found where its answer is lost
	 * @param idsOf finds in the result by what it can be found from then on
	 */
	async do<T>(
		itemIndex: number,
		traces: string[],
		work: () => Promise<T>,
		idsOf: (result: T) => string[],
	): Promise<T> {
		if (!this.isStored) return await work();
		const items = this.notesOf(itemIndex);
		const mayBeDone = items.flatMap(({ open, trace }) => [open, ...traces.map(trace)]);
		const begun = items.flatMap((item) => [item.begun, item.place, item.claim]);
		const missing = await this.store.add([...begun, ...mayBeDone]).catch(notNoted);
		// The store knew nothing of it when this retry began.
		if (this.names.isRetry && !missing.includes(this.askedNotes(itemIndex).claim))
			throw new EarlierAttemptFault('Another retry of the same execution, at the same time, has begun it');
		try {
			const result = await work();
			await this.end(itemIndex, idsOf(result), mayBeDone);
			return result;
		} catch (error) {
			const isRefused = error instanceof ServiceFault && ['refused', 'notSent'].includes(error.outcome);
			if (isRefused || error instanceof InputError)
				await this.settle(this.store.removeForGood([...begun, ...mayBeDone]));
			return rethrow(error);
		}
	}

	/** Notes how something ended that an earlier attempt had begun. */
	async found(itemIndex: number, ids: string[]): Promise<void> {
		const open = this.notesOf(itemIndex).map((item) => item.open);
		await this.end(itemIndex, ids, open);
	}

	/** The notes about an item under each name of the execution: a retry may know only one of them. */
	private notesOf(itemIndex: number): ItemNotes[] {
		const { own, byTrigger } = this.names;
		return [own, byTrigger].map((name) => this.notesUnder(name, itemIndex));
	}

	/** Those under the name under which earlier attempts have noted. */
	private askedNotes(itemIndex: number): ItemNotes {
		return this.notesUnder(this.names.asked, itemIndex);
	}

	private notesUnder(name: string, itemIndex: number): ItemNotes {
		const { content = '', place = '' } = this.items[itemIndex] ?? {};
		const begun = `${name} ${content}`;
		const trace = (each: string): string => `${begun} ${each}`;
		return {
			begun,
			place: `${name} run ${this.names.run} ${place}`,
			open: trace('open'),
			claim: trace('claimed'),
			trace,
		};
	}

	private async leaveNames(): Promise<void> {
		const { names, store } = this;
		const [own, byTrigger] = [here(names.own), here(names.byTrigger)];
		try {
			const missing = await store.write([own, byTrigger]);
			const isOther = missing.includes(own) && !missing.includes(byTrigger) && !names.isOwnLost;
			if (isOther) await store.add([again(names.byTrigger)]);
		} catch (error) {
			this.attempt.naming = undefined;
			notNoted(error);
		}
	}

	private async askEarlier(): Promise<Earlier[]> {
		const { names, store } = this;
		const ofItems = this.items.map((_item, itemIndex) => this.askedNotes(itemIndex));
		const ofRunsBefore = this.attempt.firstRun > 0 ? ofItems.map(({ begun }) => nextOf(begun)) : [];
		const known = await store.known([
			...[here(names.asked), again(names.byTrigger)],
			...ofItems.flatMap(({ begun, open, place }) => [begun, open, place]),
			...ofRunsBefore,
		]);
		if (!known.has(here(names.asked)) && (await store.isFull()))
			throw new Error('it keeps only the last notes, and not all of this execution any more');
		const isShared = names.isOwnLost && known.has(again(names.byTrigger));
		const surplus = surplusOf(ofItems, new Set(ofRunsBefore), known);
		return ofItems.map(({ begun, open, place }): Earlier => {
			if (!known.has(begun)) return known.has(place) ? 'other' : 'nothing';
			// The same content may have been done by a run before, or by another execution.
			if (isShared || (names.run > 0 && !known.has(place)) || surplus.has(contentOf(begun))) return 'other';
			return known.has(open) ? 'begun' : 'done';
		});
	}

	private async end(itemIndex: number, ids: string[], open: string[]): Promise<void> {
		const known = this.notesOf(itemIndex).flatMap(({ trace }) => ids.map(trace));
		const closing = async (): Promise<void> => {
			if (known.length > 0) await this.store.write(known);
			await this.store.remove(open.filter((note) => !known.includes(note)));
		};
		await this.settle(closing());
	}

	/** What is not noted afterwards stays in doubt, which does no harm but that a retry looks for it. */
	private async settle(noting: Promise<void>): Promise<void> {
		await noting.catch((error: unknown) => {
			this.context.logger.warn(`n8n's store did not note how a fax or a purchase ended: ${String(error)}`);
		});
	}
}

function counted(counts: Map<string, number>, key: string): string {
	const count = (counts.get(key) ?? 0) + 1;
	counts.set(key, count);
	return `${key} ${count}`;
}

/** A name without the number that `counted` has given it. */
function contentOf(begun: string): string {
	return begun.replace(/ \d+$/, '');
}

function nextOf(begun: string): string {
	return begun.replace(/\d+$/, (count) => String(Number(count) + 1));
}

/**
 * The contents of a run that were begun more often than at its places: by runs before, too, which a retry that begins amid a
 * loop has not counted, so that whose is whose is not certain. None where it has begun with the first run.
 */
function surplusOf(
	items: ItemNotes[],
	ofRunsBefore: ReadonlySet<string>,
	known: ReadonlySet<string>,
): ReadonlySet<string> {
	if (ofRunsBefore.size === 0) return new Set();
	const surplus = new Map<string, number>();
	const add = (begun: string, count: number): void => {
		const content = contentOf(begun);
		surplus.set(content, (surplus.get(content) ?? 0) + count);
	};
	for (const begun of new Set([...ofRunsBefore, ...items.map((item) => item.begun)]))
		if (known.has(begun)) add(begun, 1);
	for (const { begun, place } of items) if (known.has(place)) add(begun, -1);
	return new Set([...surplus].filter(([, count]) => count > 0).map(([content]) => content));
}

function attemptTo<T>(work: () => T): T | undefined {
	try {
		return work();
	} catch {
		return undefined;
	}
}

function notNoted(error: unknown): never {
	throw new ServiceFault(
		`n8n's own store failed, in which the node notes what it is about to do, so that Retry does not do it again: ${String(error)}`,
		'notSent',
	);
}

async function unlessSilent<T>(asking: Promise<T>): Promise<T> {
	return await asking.catch((error: unknown) => {
		throw new EarlierAttemptFault(
			`This is a retry, and n8n's own store, in which an earlier attempt noted what it did, does not tell: ${String(error)}`,
		);
	});
}

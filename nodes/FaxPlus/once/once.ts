import { EarlierAttemptFault, ServiceFault } from '../../shared/http/faults';
import { rethrow } from '../../shared/http/rethrow';
import { InputError } from '../../shared/values/inputError';
import { fingerprintOf } from '../../shared/values/fingerprint';
import { LruMap } from '../../shared/values/lruMap';
import { perRun } from '../execution/perRun';
import { ItemFields } from '../fields/itemFields';
import type { WriteCall } from '../itemCall';
import { namesOf, runsOf, type EarlierRuns, type ExecutionNames } from './execution';
import { Notes } from './notes';

/** What tells one thing that is done once from another. */
export interface Deed {
	/** All that it is made of, as far as it is the same when n8n runs the nodes before again. */
	content: unknown;
	/** Whom it reaches. */
	to: unknown;
}

/**
 * What earlier attempts of the execution did with an item: nothing; they did it; they began it, and do not know how that
 * ended; or they began something with another content in its place, which may be the same thing.
 */
export type Earlier = 'nothing' | 'done' | 'begun' | 'other';

/** The notes about one item. */
interface ItemNotes {
	begun: string;
	/** There as long as it is not known whether it was done. */
	open: string;
	place: string;
	/** Never asked for before it is written: what is left of a question does not pass for it. */
	claim: string;
}

/** What the runs of a node in one attempt of an execution share. */
class Attempt {
	/** How often each content has come. */
	readonly contents = new Map<string, number>();
	/** Leaves its names: once, and before all else, so that they go first when the store is full. */
	naming: Promise<void> | undefined;
}

const attempts = new LruMap<string, Attempt>(200);

/**
 * Does for each item once what must not be done twice, whatever n8n repeats: before it is done a note goes to n8n's own
 * store, by which a retried execution knows what its earlier attempts did (docs/design.md, "A retry sends nothing twice").
 */
export class Once {
	private readonly runOf: (context: ItemFields['context']) => Run;

	/** @param deedOf reads from the fields of an item what is to be done; throws for an item that will fail anyway */
	constructor(deedOf: (fields: ItemFields) => Deed) {
		this.runOf = perRun((context) => new Run(context, deedOf));
	}

	/** What earlier attempts did with an item. Asked before anything else is done with it. */
	async earlier({ context, itemIndex }: ItemFields): Promise<Earlier> {
		// What is not stored is never retried.
		if (context.getWorkflow().id === undefined) return 'nothing';
		const run = this.runOf(context);
		const all = run.names.isRetry ? await (run.earlier ??= unlessSilent(earlierOf(run))) : [];
		await (run.attempt.naming ??= leaveNames(run));
		return all[itemIndex] ?? 'nothing';
	}

	/** Which of these traces earlier attempts left of an item: paths or ids that were noted for it. */
	async traces({ context, itemIndex }: ItemFields, traces: string[]): Promise<ReadonlySet<string>> {
		if (traces.length === 0) return new Set();
		const run = this.runOf(context);
		const note = traceOf(notesOf(run, run.nameToAsk, itemIndex));
		// There only where n8n has ended amid a question, or another process has brought it back.
		const question = note('was asked for');
		const known = await unlessSilent(run.notes.known([question, ...traces.map(note)]));
		return new Set(known.has(question) ? [] : traces.filter((trace) => known.has(note(trace))));
	}

	/**
	 * Does it, with a note before. A note that cannot be written stops it: nothing would keep a retry from doing it again.
	 *
	 * @param traces by which it can be found where its answer is lost
	 * @param idsOf finds in the result by what it can be found from then on
	 */
	async do<T>(
		call: WriteCall,
		traces: string[],
		work: () => Promise<T>,
		idsOf: (result: T) => string[],
	): Promise<T> {
		const { context, itemIndex } = call;
		if (context.getWorkflow().id === undefined) return await work();
		const run = this.runOf(context);
		const items = underBothNames(run, itemIndex);
		const mayBeDone = items.flatMap((item) => [item.open, ...traces.map(traceOf(item))]);
		const begun = items.flatMap((item) => [item.begun, item.place, item.claim]);
		await begin(run, [...begun, ...mayBeDone], notesOf(run, run.nameToAsk, itemIndex).claim);
		try {
			const result = await work();
			const ids = items.flatMap((item) => idsOf(result).map(traceOf(item)));
			await settle(run, async () => close(run, ids, mayBeDone));
			return result;
		} catch (error) {
			const isRefused = error instanceof ServiceFault && ['refused', 'notSent'].includes(error.outcome);
			if (isRefused || error instanceof InputError)
				await settle(run, async () => run.notes.removeForGood([...begun, ...mayBeDone]));
			return rethrow(error);
		}
	}

	/** Notes how something ended that an earlier attempt had begun. */
	async found({ context, itemIndex }: ItemFields, ids: string[]): Promise<void> {
		const run = this.runOf(context);
		const items = underBothNames(run, itemIndex);
		const known = items.flatMap((item) => ids.map(traceOf(item)));
		const open = items.map((item) => item.open);
		await settle(run, async () => close(run, known, open));
	}
}

/** One run of the node in one attempt of an execution. */
class Run {
	readonly names: ExecutionNames;
	readonly notes: Notes;
	readonly position: EarlierRuns;
	readonly attempt: Attempt;
	/** Of each item: which of those with its content it is, and which of those to the same. */
	readonly items: Array<{ content: string; to: string; turn: number; turnOfTo: number } | undefined>;
	earlier: Promise<Earlier[]> | undefined;

	constructor(
		readonly context: ItemFields['context'],
		deedOf: (fields: ItemFields) => Deed,
	) {
		this.names = namesOf(context);
		this.notes = new Notes(context);
		this.position = runsOf(context);
		const key = JSON.stringify([context.getExecutionId(), context.getNode().id]);
		this.attempt = attempts.getOrAdd(key, () => new Attempt());
		const { contents } = this.attempt;
		const recipients = new Map<string, number>();
		this.items = context.getInputData().map((_item, itemIndex) => {
			const deed = attemptTo(() => deedOf(new ItemFields(context, itemIndex)));
			if (!deed) return undefined;
			const content = fingerprintOf(JSON.stringify(deed));
			const to = fingerprintOf(JSON.stringify(deed.to));
			return { content, to, turn: next(contents, content), turnOfTo: next(recipients, to) };
		});
	}

	/** The name under which earlier attempts have noted. */
	get nameToAsk(): string {
		return this.names.isOwnLost ? this.names.byTrigger : this.names.own;
	}
}

function next(counts: Map<string, number>, key: string): number {
	const count = (counts.get(key) ?? 0) + 1;
	counts.set(key, count);
	return count;
}

function attemptTo<T>(work: () => T): T | undefined {
	try {
		return work();
	} catch {
		return undefined;
	}
}

function notesOf({ items, position }: Run, name: string, itemIndex: number): ItemNotes {
	const { content, to, turn, turnOfTo } = items[itemIndex] ?? {
		content: `of item ${itemIndex}`,
		to: '',
		turn: 0,
		turnOfTo: 0,
	};
	const begun = `${name} ${content} ${turn}`;
	const place = `${name} run ${position.run} ${to} ${turnOfTo}`;
	return { begun, open: `${begun} open`, place, claim: `${begun} claimed` };
}

/** The notes about an item under each name of the execution: a retry may know only one of them. */
function underBothNames(run: Run, itemIndex: number): ItemNotes[] {
	return [run.names.own, run.names.byTrigger].map((name) => notesOf(run, name, itemIndex));
}

function traceOf({ begun }: ItemNotes): (trace: string) => string {
	return (trace) => `${begun} ${trace}`;
}

const here = (name: string): string => `${name} was here`;
const again = (name: string): string => `${name} again`;

async function leaveNames({ attempt, names, notes }: Run): Promise<void> {
	const [own, byTrigger] = [here(names.own), here(names.byTrigger)];
	try {
		const missing = await notes.write([own, byTrigger]);
		const isOther = missing.includes(own) && !missing.includes(byTrigger) && !names.isOwnLost;
		if (isOther) await notes.add([again(names.byTrigger)]);
	} catch (error) {
		attempt.naming = undefined;
		throw notNoted(error);
	}
}

async function begin({ names, notes }: Run, ofItem: string[], claim: string): Promise<void> {
	const missing = await notes.add(ofItem).catch((error: unknown) => {
		throw notNoted(error);
	});
	// The store knew nothing of it when this retry began.
	if (names.isRetry && !missing.includes(claim))
		throw new EarlierAttemptFault('Another retry of the same execution, at the same time, has begun it');
}

function notNoted(error: unknown): ServiceFault {
	return new ServiceFault(
		`n8n's own store failed, in which the node notes what it is about to do, so that Retry does not do it again: ${String(error)}`,
		'notSent',
	);
}

/** What is not noted afterwards stays in doubt, which does no harm but that a retry looks for it. */
async function settle({ context }: Run, note: () => Promise<void>): Promise<void> {
	try {
		await note();
	} catch (error) {
		context.logger.warn(`n8n's store did not note how a fax or a purchase ended: ${String(error)}`);
	}
}

async function close({ notes }: Run, ids: string[], open: string[]): Promise<void> {
	if (ids.length > 0) await notes.write(ids);
	await notes.remove(open.filter((note) => !ids.includes(note)));
}

/** Asks the store about all items at once. */
async function earlierOf(run: Run): Promise<Earlier[]> {
	const { items, names, nameToAsk, notes, position } = run;
	const ofItems = items.map((_item, itemIndex) => notesOf(run, nameToAsk, itemIndex));
	const marks = [here(nameToAsk), again(names.byTrigger)];
	const known = await notes.known([
		...marks,
		...ofItems.flatMap(({ begun, open, place }) => [begun, open, place]),
	]);
	if (!known.has(here(nameToAsk)) && (await notes.isFull()))
		throw new Error('it keeps only the last notes, and not all of this execution any more');
	const isShared = names.isOwnLost && known.has(again(names.byTrigger));
	return ofItems.map(({ begun, open, place }): Earlier => {
		if (!known.has(begun)) return known.has(place) ? 'other' : 'nothing';
		// The same content may have been done by a run before, or by another execution.
		if (isShared || (position.areKept && !known.has(place))) return 'other';
		return known.has(open) ? 'begun' : 'done';
	});
}

async function unlessSilent<T>(asking: Promise<T>): Promise<T> {
	return await asking.catch((error: unknown) => {
		throw new EarlierAttemptFault(
			`This is a retry, and n8n's own store, in which an earlier attempt noted what it did, does not tell: ${String(error)}`,
		);
	});
}

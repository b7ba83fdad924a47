import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { NormalizedFax } from '../../shared/faxes/faxRecords';
import type { Identity, Question } from '../../shared/store/deduplication';
import { dedupeTogether, ofWay } from '../../shared/store/deduplication';
import type { ConfirmedBy } from '../../shared/faxes/faxIdentity';
import { BY_WEBHOOK, deliveredMarks, faxNamesOf } from '../../shared/faxes/faxIdentity';
import { keyOf, log } from '../../shared/log';
import { fingerprintOf } from '../../shared/values/fingerprint';
import { LruMap } from '../../shared/values/lruMap';
import type { Asking } from '../../shared/watch/againPassing';
import type { ListedEvent } from '../../shared/watch/faxes';
import { latestTimeOf } from '../../shared/watch/faxes';
import { seenOf } from '../../shared/watch/seen';
import { lastRefusalOf } from '../delivery/refusal';
import { learnedOf } from './learned';
import { reachOf } from './reach';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What is listed late may be found again a little later; in milliseconds. */
const HELD_QUIETLY = HOUR;

/** A fax of a list, and what the store is asked about it. */
interface ListedFax {
	item: INodeExecutionData;
	event: ListedEvent;
	data: NormalizedFax & { file?: unknown };
	/** In milliseconds. */
	time: number;
	/** What the store is asked for: whether a webhook has brought it, or may have brought it under other names. */
	asked: string[];
	/** With it is recorded which execution passes it on: a retry of that does so again. */
	identity: Identity;
	/** Says that this execution has passed it on. */
	passMark: string;
}

/** What becomes of a fax. */
type Verdict =
	| 'missed'
	| 'delivered'
	/** Nobody knows whether lists call faxes what deliveries call them. */
	| 'held'
	/** The store does not reach back so far. */
	| 'forgotten';

/** When a trigger last showed faxes with a verdict, by that and `keyOf`. */
const shownAt = new LruMap<string, number>(1_000);

/**
 * Decides about the faxes of an execution that a check has started: those pass that no delivery has brought. Where faxes were
 * delivered and not one is found again in the lists, it does not know what lists call a fax, and none passes: processing all
 * of them twice would be worse.
 *
 * @throws NodeOperationError when the store does not answer; and over faxes that are held or forgotten, once a day
 */
export async function missedAmong(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	{ identityOf, capacity }: Pick<Asking, 'identityOf' | 'capacity'>,
): Promise<{ missed: INodeExecutionData[]; delivered: INodeExecutionData[] }> {
	// A retry has the same items; n8n may have lost all else.
	const execution = fingerprintOf(JSON.stringify(items.map(({ json }) => json)));
	const faxes = items.map((item) => listedFaxOf(item, execution, identityOf(item)));
	let verdicts: Verdict[] = [];
	try {
		const earliest = Math.min(...faxes.map(({ time }) => time));
		const reach = await reachOf(context, earliest, capacity);
		const question: Question = {
			asked: [...faxes.flatMap(({ asked }) => asked), ...reach.asked],
			choose: (known) => {
				verdicts = judge(context, faxes, known, reach.from(known));
				return verdicts.map((verdict) => verdict === 'missed');
			},
		};
		const identities = faxes.map(({ identity }) => identity);
		await dedupeTogether(context, identities, capacity, question);
	} catch (error) {
		throw storeFailure(context, error);
	}
	const of = (verdict: Verdict): ListedFax[] => faxes.filter((_fax, at) => verdicts[at] === verdict);
	const itemsOf = (verdict: Verdict): INodeExecutionData[] => of(verdict).map(({ item }) => item);
	const [missed, delivered] = [itemsOf('missed'), itemsOf('delivered')];
	// The others are asked about again.
	seenOf(keyOf(context)).begin([...missed, ...delivered]);
	tell(context, missed.length, delivered.length, of('held'), of('forgotten'));
	return { missed, delivered };
}

function listedFaxOf(
	item: INodeExecutionData,
	execution: string,
	{ marks = [], ...names }: Identity = { own: '' },
): ListedFax {
	const { event, data } = item.json as unknown as Pick<ListedFax, 'event' | 'data'>;
	// Asked about what is older, the store would be asked for ever more.
	const time = Math.max(latestTimeOf(data), Date.now() - 7 * DAY);
	const passMark = `check ${execution} passed ${names.own}`;
	const identity = { ...names, marks: [...marks, passMark] };
	const asked = BY_WEBHOOK.flatMap((way) => [
		...deliveredMarks(way, event, time, data.owner_id),
		...faxNamesOf(item.json).map((name) => ofWay(name, { way })),
	]);
	return { item, event, data, time, asked, identity, passMark };
}

function judge(
	context: IExecuteFunctions,
	faxes: ListedFax[],
	known: ReadonlySet<string>,
	reachesBackTo: number,
): Verdict[] {
	const learned = learnedOf(keyOf(context));
	const knows = (way: ConfirmedBy, names: readonly string[]): boolean =>
		names.some((name) => known.has(ofWay(name, { way })));
	for (const { item } of faxes) learned.learn(item, knows);
	const isForgotten = ({ time }: ListedFax): boolean => time < reachesBackTo;
	const isRetry = context.getMode() === 'retry';
	return faxes.map((fax) => {
		if (isRetry && known.has(fax.passMark)) return 'missed';
		if (learned.isKnown(fax.item, knows)) return 'delivered';
		if (isForgotten(fax)) return 'forgotten';
		const { event, data, time } = fax;
		const isInDoubt = BY_WEBHOOK.some(
			(way) =>
				!learned.hasFoundAgain(way, event) &&
				deliveredMarks(way, event, time, data.owner_id).some((mark) => known.has(mark)),
		);
		return isInDoubt ? 'held' : 'missed';
	});
}

/** Says what was compared. */
function tell(
	context: IExecuteFunctions,
	missed: number,
	delivered: number,
	held: ListedFax[],
	forgotten: ListedFax[],
): void {
	const all = missed + delivered + held.length + forgotten.length;
	const counts: Array<[number, string]> = [
		[missed, `that no delivery had brought: they go on from here${refused(context)}`],
		[delivered, 'delivered'],
		[held.length, 'of which nobody knows yet whether they were delivered: they wait'],
		[forgotten.length, 'so old that Remember Deliveries does not tell whether they were delivered: raise it'],
	];
	const parts = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
	const told = delivered === all ? 'all delivered' : parts.join('; ');
	const message = `Find Missed Faxes has compared what Fax.Plus lists with what was delivered. ${all} faxes: ${told}.`;
	if (forgotten.length > 0) log(context, 'warn', message);
	const isLasting = held.some(({ time }) => Date.now() - time > HELD_QUIETLY);
	if (missed === 0 && isLasting) show(context, 'held', aboutHeld(held));
	if (missed === 0 && forgotten.length > 0) show(context, 'forgotten', aboutForgotten(forgotten));
	context.addExecutionHints({ message, location: 'outputPane' });
}

/** What may be the cause that a delivery is missing. */
function refused(context: IExecuteFunctions): string {
	const cause = lastRefusalOf(keyOf(context));
	return cause === undefined
		? ''
		: ` (n8n has refused a request to the trigger: ${cause}; its log says more)`;
}

/** @throws NodeOperationError once a day */
function show(context: IExecuteFunctions, verdict: Verdict, [message, description]: [string, string]): void {
	const key = `${verdict} ${keyOf(context)}`;
	const now = Date.now();
	if (Math.abs(now - (shownAt.get(key) ?? -Infinity)) < DAY) return;
	shownAt.set(key, now);
	throw new NodeOperationError(context.getNode(), message, { description });
}

function aboutHeld(held: ListedFax[]): [message: string, description: string] {
	const forms = new Set(held.map(({ data }) => `${formOf(data.id)} and ${formOf(data.file)}`));
	return [
		`${held.length} faxes that Fax.Plus lists are in no delivery, but neither is any other that it lists, so nobody can tell which were delivered. None of them starts the workflow.`,
		`Compare these faxes with the executions of the workflow. If all were delivered, the lists of your account call faxes by other names than the deliveries do: set Find Missed Faxes to "Never", use the Fax.Plus Polling Trigger to miss none, and report it to the authors of the node, with the form of id and file in the lists (${[...forms].slice(0, 3).join('; ')}) and the same of data.id and data.file in an item of a delivery.`,
	];
}

function aboutForgotten(forgotten: ListedFax[]): [message: string, description: string] {
	const times = forgotten.map(({ time }) => time);
	const [first, last] = [Math.min(...times), Math.max(...times)].map((time) => new Date(time).toISOString());
	return [
		`${forgotten.length} faxes that Fax.Plus lists are older than all that Remember Deliveries keeps, so nobody can tell whether they were delivered. None of them starts the workflow.`,
		`Compare the faxes from ${first} to ${last} with the executions of the workflow. Raise Remember Deliveries to the faxes of a week, so that it tells in future; what it has forgotten shows here once a day until it is five days old.`,
	];
}

/** The form of a name: no letter and no digit of it. */
function formOf(name: unknown): string {
	return typeof name === 'string' ? name.replace(/\p{L}/gu, 'a').replace(/\d/g, '9').slice(0, 80) : 'none';
}

function storeFailure(context: IExecuteFunctions, error: unknown): NodeOperationError {
	const reason = error instanceof Error ? error.message : String(error);
	return new NodeOperationError(
		context.getNode(),
		`n8n could not be asked which faxes were delivered (${reason}), so none of these starts the workflow now.`,
		{ description: 'The next checks ask again. See to the database of n8n, if this goes on.' },
	);
}

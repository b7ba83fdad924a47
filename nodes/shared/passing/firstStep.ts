import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { keyOf } from '../log';
import type { AgainSettings } from '../watch/againUntilRead';
import { withAgain } from '../watch/againPassing';
import { nothingToRetry } from '../watch/failures';
import { unmarkedHint } from '../watch/unmarked';
import type { Entries } from './fax';
import { entriesFor, hourEntries, idsAgreeFor } from './fax';
import { hereOf } from './here';
import type { Decision, FoundItem, Guard } from './passed';
import { decideAbout } from './passed';
import { newAmong } from './recording';

/** What a trigger lets decide which items go on. */
interface Passing {
	/** How many entries n8n's store keeps. */
	capacity: number;
	/** Undefined unless unread faxes are passed on again. */
	again: AgainSettings | undefined;
	/** Undefined where only lists tell of faxes. */
	delivered?: DeliveredPassing;
}

/** What is different where most faxes are delivered, and polls are checks. */
interface DeliveredPassing {
	/** Of items that a delivery has brought, those that are asked about. */
	firstToAsk: (items: INodeExecutionData[]) => Promise<INodeExecutionData[]>;
	/** For what only lists have told. */
	guard: Guard;
	/** Says what became of such faxes, but for those that pass again. */
	tell: (decision: Decision) => Promise<void>;
}

/**
 * The first step of an execution that a trigger has started: only now can n8n's store be asked.
 *
 * @returns the items that have not passed before; of what a person retries, all but what a
 * delivery or another check has brought since; in a test run all
 * @throws NodeOperationError in a retry of an execution that only shows a poll that failed, and where n8n cannot tell what was
 * delivered
 */
export async function passingOf(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	passing: Passing,
): Promise<INodeExecutionData[]> {
	const { delivered } = passing;
	const message = passing.again && unmarkedHint(context);
	if (message !== undefined) context.addExecutionHints({ message, location: 'outputPane' });
	const mode = context.getMode();
	const isRetry = mode === 'retry';
	if (isRetry && items.every(({ json }) => json['event'] === undefined))
		throw nothingToRetry(context, delivered ? 'check' : 'poll');
	if (!isRetry && mode !== 'webhook' && mode !== 'trigger') return items;
	const here = hereOf(keyOf(context));
	here.noteBegun(items);
	if (delivered && items.some(({ json }) => json['confirmedBy'] === 'list'))
		return await listed(context, items, passing, delivered);
	const asked = mode === 'webhook' && delivered ? await delivered.firstToAsk(items) : items;
	// n8n saves nothing for a check that finds nothing new, so what this process has found out would be lost with it.
	const entriesOf = (item: INodeExecutionData): Entries | undefined => {
		const entries = entriesFor(item);
		if (!entries?.vouchedBy) return entries;
		const agreeing = [...here.agreed].filter((event) => event === entries.event).map(idsAgreeFor);
		return { ...entries, facts: [...agreeing, ...hourEntries(Date.now())] };
	};
	const first = await newAmong(context, asked, entriesOf, passing.capacity);
	// Whatever is known of them, they pass; and later polls have to know that.
	if (isRetry) return items;
	return await withAgain(
		context,
		first,
		items.filter((item) => !first.includes(item)),
		passing,
	);
}

/** Of what a check has found: what no delivery has brought, and what is to come again. */
async function listed(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	passing: Passing,
	{ guard, tell }: DeliveredPassing,
): Promise<INodeExecutionData[]> {
	const isAgain = ({ json }: INodeExecutionData): boolean =>
		context.getMode() === 'retry' && json['isAgain'] === true;
	const others = items.filter((item) => !isAgain(item));
	const repeated = items.filter(isAgain);
	if (others.length === 0) return repeated;
	const decision = await decideAbout(context, others, passing.capacity, guard);
	const itemsOf = (found: readonly FoundItem[]): INodeExecutionData[] => found.map(({ item }) => item);
	hereOf(keyOf(context)).hold(itemsOf(decision.held));
	const { missed, recorded } = decision;
	const passed = await withAgain(context, itemsOf(missed), itemsOf(recorded), passing);
	await tell({ ...decision, recorded: recorded.filter(({ item }) => !passed.includes(item)) });
	return [...passed, ...repeated];
}

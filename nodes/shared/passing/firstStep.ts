import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { faxesOf } from '../faxes/faxNames';
import { keyOf } from '../log';
import type { Entries } from './fax';
import { entriesFor, hourEntries, idsAgreeFor } from './fax';
import { hereOf } from './here';
import type { FoundItem } from './foundItem';
import type { Decision, Guard } from './passed';
import { decideAbout } from './passed';
import { newAmong } from './recording';
import { storeOf } from './store';

/** What a trigger lets decide which items go on. */
interface Passing {
	/** How many entries n8n's store keeps. */
	capacity: number;
	/** When it was found that n8n had lost since when the trigger is active; undefined unless it had. */
	lostAt: number | undefined;
	/** Undefined where only lists tell of faxes. */
	delivered?: DeliveredPassing;
}

/** What is different where most faxes are delivered, and polls are checks. */
interface DeliveredPassing {
	/** For what only lists have told. */
	guard: Guard;
	/** Says what became of such faxes. */
	tell: (decision: Decision) => Promise<void>;
}

/**
 * The first step of an execution that a trigger has started: only now can n8n's store be asked.
 *
 * @returns the items that have not passed before; of what a person retries, all but what a
 * delivery or another poll has brought since; in a test run all
 * @throws NodeOperationError in a retry of an execution that only shows a poll that failed, and where n8n cannot tell what was
 * delivered
 */
export async function passingOf(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	passing: Passing,
): Promise<INodeExecutionData[]> {
	const { delivered } = passing;
	const mode = context.getMode();
	const isRetry = mode === 'retry';
	if (isRetry && items.every(({ json }) => json['event'] === undefined))
		throw nothingToRetry(context, delivered ? 'check' : 'poll');
	if (!isRetry && mode !== 'webhook' && mode !== 'trigger') return items;
	const isListed = !delivered || items.some(({ json }) => json['confirmedBy'] === 'list');
	if (isListed) return await listed(context, items, passing);
	const here = hereOf(keyOf(context));
	here.noteBegun(items);
	// n8n saves nothing for a check that finds nothing new, so what this process has found out would be lost with it.
	const entriesOf = (item: INodeExecutionData): Entries | undefined => {
		const entries = entriesFor(item);
		if (!entries?.confirmedBy) return entries;
		const agreeing = [...here.agreed].filter((event) => event === entries.event).map(idsAgreeFor);
		return { ...entries, facts: [...agreeing, ...hourEntries(Date.now())] };
	};
	const first = await newAmong(context, items, entriesOf, passing.capacity, passing.lostAt);
	// Whatever is known of them, they pass; and later checks have to know that.
	return isRetry ? items : first;
}

/** Of what a poll has found, what no other execution has begun with. */
async function listed(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	passing: Passing,
): Promise<INodeExecutionData[]> {
	const { delivered, capacity, lostAt } = passing;
	const here = hereOf(keyOf(context));
	const deciding = { capacity, lostAt, guard: delivered?.guard };
	const decision = await decideAbout(context, items, deciding).catch((error: unknown) => {
		if (delivered) throw storeFailure(context, error);
		const names = items.flatMap(({ json }) => faxesOf(json));
		storeOf(context, capacity).logUnchecked(names, error);
		return undefined;
	});
	// Where nothing else brings them, twice is better than never.
	if (!decision) {
		here.noteBegun(items);
		return items;
	}
	const { missed, recorded, forgotten, old } = decision;
	const itemsOf = (found: readonly FoundItem[]): INodeExecutionData[] => found.map(({ item }) => item);
	// Not before: if n8n's store fails, a later check hands them over again, as it does with those that are held.
	here.noteBegun(itemsOf([...missed, ...recorded, ...forgotten, ...old]));
	await delivered?.tell(decision);
	return itemsOf(missed);
}

function storeFailure(context: IExecuteFunctions, error: unknown): NodeOperationError {
	const reason = error instanceof Error ? error.message : String(error);
	return new NodeOperationError(
		context.getNode(),
		`n8n couldn't check which faxes were delivered (${reason}), so none of these starts the workflow now. Once n8n's database works again, retry this execution. Then the faxes without a delivery start the workflow.`,
		{
			description:
				'A later check finds them too, unless n8n noted them before it failed. Only the Retry is certain.',
		},
	);
}

/** What a retry of an execution says that n8n has stored for a poll that failed, with an item that is empty. */
function nothingToRetry(context: IExecuteFunctions, what: 'poll' | 'check'): NodeOperationError {
	return new NodeOperationError(
		context.getNode(),
		`There's no fax in this execution. It shows a ${what} that failed.`,
		{
			description: `You don't have to retry anything. The next successful ${what} finds the faxes in between.`,
		},
	);
}

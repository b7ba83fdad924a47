import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { faxesOf } from '../faxes/faxNames';
import { keyOf } from '../log';
import type { Entries } from './fax';
import { entriesFor, hourEntries, idsAgreeFor } from './fax';
import { hereOf } from './here';
import type { FoundItem } from './foundItem';
import type { Decision, Guard } from './decideAbout';
import { decideAbout } from './decideAbout';
import { newAmong } from './recording';
import { storeOf } from './store';

/** How a trigger decides which items continue. */
interface Passing {
	/** Number of entries that n8n's store keeps. */
	capacity: number;
	/** When a poll noticed that n8n had lost the trigger's memory, or undefined if it hasn't. */
	lostAt: number | undefined;
	/** Undefined for a trigger that only reads lists. */
	delivered?: DeliveredPassing;
}

/** What differs for a trigger with deliveries, whose polls are checks. */
interface DeliveredPassing {
	/** Decides which faxes are held back, among those that only lists have shown. */
	guard: Guard;
	/** Reports what was decided about such faxes. */
	report: (decision: Decision) => Promise<void>;
}

/**
 * Decides which items of an execution continue, because n8n's store only exists while a workflow executes.
 *
 * @returns the items that haven't started the workflow before. A retry of a delivery returns all items. A retry of a poll
 * returns all items except those that a delivery or another poll has handled since. A test run returns all
 * @throws NodeOperationError if somebody retries an execution that only reports a failed poll, and if n8n can't find out
 * what was delivered
 */
export async function itemsThatContinue(
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
	// n8n saves nothing after a check that finds nothing new, so what the process has found out would be lost.
	const entriesOf = (item: INodeExecutionData): Entries | undefined => {
		const entries = entriesFor(item);
		if (!entries?.confirmedBy) return entries;
		const agreeing = [...here.agreed].filter((event) => event === entries.event).map(idsAgreeFor);
		return { ...entries, facts: [...agreeing, ...hourEntries(Date.now())] };
	};
	const first = await newAmong(context, items, entriesOf, passing.capacity, passing.lostAt);
	// All items of a retry continue, whatever is known about them. Later checks have to know that.
	return isRetry ? items : first;
}

/** Returns the faxes of a poll that no other execution has begun to process. */
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
	// Nothing else finds these faxes, so twice is better than never.
	if (!decision) {
		here.noteBegun(items);
		return items;
	}
	const { missed, recorded, forgotten, old } = decision;
	const itemsOf = (found: readonly FoundItem[]): INodeExecutionData[] => found.map(({ item }) => item);
	// This comes after the decision, because if n8n's store fails, a later check must hand the faxes over again. The same
	// goes for faxes that are held back.
	here.noteBegun(itemsOf([...missed, ...recorded, ...forgotten, ...old]));
	await delivered?.report(decision);
	return itemsOf(missed);
}

function storeFailure(context: IExecuteFunctions, error: unknown): NodeOperationError {
	const reason = error instanceof Error ? error.message : String(error);
	return new NodeOperationError(
		context.getNode(),
		`n8n couldn't check which faxes were delivered (${reason}), so none of these starts the workflow now. Once n8n's database works again, retry this execution. Then the faxes without a delivery start the workflow.`,
		{
			description:
				'A later check finds them too, unless n8n recorded them before it failed. Only the Retry finds them for certain.',
		},
	);
}

/** The error if somebody retries an execution that n8n stored for a failed poll, with an empty item. */
function nothingToRetry(context: IExecuteFunctions, what: 'poll' | 'check'): NodeOperationError {
	return new NodeOperationError(
		context.getNode(),
		`There's no fax in this execution. It shows a ${what} that failed.`,
		{
			description: `You don't have to retry anything. The next successful ${what} finds the faxes in between.`,
		},
	);
}

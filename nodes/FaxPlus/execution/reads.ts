import { Slots, mapInOrder } from '../../shared/async/slots';
import type { INodeExecutionData } from 'n8n-workflow';

import { simplifyFor, simplified } from '../fields/simplify';
import type { ReadOperation, Resource } from '../operation/operation';
import type { ItemRuns } from './itemRuns';

/**
 * Runs a read operation for several items at once. If the operation waits, all items wait at the same time, and only the number
 * of their requests is limited. An operation about the account only runs for the first item.
 */
export async function runReads(
	runs: ItemRuns,
	operation: ReadOperation,
	resources: readonly Resource[],
): Promise<INodeExecutionData[][]> {
	const { itemsAtOnce } = runs;
	const items = operation.firstItemOnly ? runs.items.slice(0, 1) : runs.items;
	const [atOnce, slots] = operation.waits ? [items.length, new Slots(itemsAtOnce)] : [itemsAtOnce, undefined];
	return await mapInOrder(items, atOnce, async (_item, itemIndex) =>
		runs.attempt(itemIndex, async () => {
			const requests = await runs.api();
			const call = await runs.readCall(itemIndex, slots);
			const simplify = simplifyFor(call, operation.simplify);
			return simplified(await operation.execute(call, requests, resources), simplify);
		}),
	);
}

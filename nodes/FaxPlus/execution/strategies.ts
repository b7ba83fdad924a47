import type { INodeExecutionData } from 'n8n-workflow';

import { beforeAnyChange, mapFaults } from '../../shared/http/faults';
import { rethrow } from '../../shared/http/rethrow';
import { PrepareCall, ReadCall, WriteCall } from '../itemCall';
import { outputOf, simplified } from '../fields/simplify';
import type { ItemRuns } from './itemRuns';
import { LimitedReads } from '../../shared/http/limitedReads';
import { mapInOrder } from '../../shared/async/mapInOrder';
import { Slots } from '../../shared/async/slots';
import type { ReadOperation, StagedOperation, Stages, WriteOperation } from '../operation';
import { stopWaits } from './perRun';
import { Turns } from './turns';

type Outputs = Promise<INodeExecutionData[][]>;

/** Several items at once; those that wait all wait at the same time. */
export async function runReads(runs: ItemRuns, operation: ReadOperation): Outputs {
	const { context, items, itemsAtOnce } = runs;
	const limited = limitedReads(runs);
	return await mapInOrder(items, operation.waits ? items.length : itemsAtOnce, async (_item, itemIndex) => {
		try {
			return await runs.attempt(itemIndex, async () => {
				const reads = operation.waits ? await limited() : await runs.api();
				const call = new ReadCall(context, itemIndex, reads);
				const simplify = outputOf(call, operation.simplify);
				return simplified(await operation.execute(call), simplify);
			});
		} catch (error) {
			// What failed shows at once, not when the last has waited to its end.
			stopWaits(context);
			return rethrow(error);
		}
	});
}

/** One item after the other, so that the first that fails ends them. */
export async function runWrites(runs: ItemRuns, operation: WriteOperation): Outputs {
	const { context, items } = runs;
	const outputs = await mapInOrder(items, 1, async (_item, itemIndex) =>
		runs.attempt(itemIndex, async () => {
			const output = await operation.execute(new WriteCall(context, itemIndex, await runs.api()));
			runs.noteCarriedOut(itemIndex, output);
			return output;
		}),
	);
	runs.endInDoubt();
	return outputs;
}

/** All are checked, several at once prepared, each carried out in its turn, and all followed up at the same time. */
export async function runStages(runs: ItemRuns, operation: StagedOperation): Outputs {
	const { context, items, itemsAtOnce } = runs;
	const followUps: Array<((reads: LimitedReads) => Promise<INodeExecutionData[]>) | undefined> = [];
	const noteCarriedOut = (itemIndex: number, stages: Stages, output: INodeExecutionData[]): void => {
		if (!stages.changesNothing) runs.noteCarriedOut(itemIndex, output);
	};
	const turns = new Turns();
	const refused = await refusals(runs, operation);

	const carryOut = async (preparing: Promise<Stages>, itemIndex: number): Promise<INodeExecutionData[]> => {
		const stages = await preparing;
		const output = await stages.carryOut(new WriteCall(context, itemIndex, await runs.api()));
		noteCarriedOut(itemIndex, stages, output);
		followUps[itemIndex] = async (reads) => {
			const result = await mapFaults(
				async () => stages.followUp?.(new ReadCall(context, itemIndex, reads), output),
				stages.changesNothing ? beforeAnyChange : (fault) => fault.withOutcome('carriedOut'),
			);
			if (result) noteCarriedOut(itemIndex, stages, result);
			return result ?? output;
		};
		return output;
	};

	const outputs = await mapInOrder(items, itemsAtOnce, async (_item, itemIndex) => {
		const refusal = refused[itemIndex];
		if (refusal) return refusal;
		return await turns.take(
			beforehand(runs, itemIndex, async (call) => operation.prepare(call)),
			async (preparing) => runs.attempt(itemIndex, async () => carryOut(preparing, itemIndex)),
		);
	});

	runs.endInDoubt();
	const limited = limitedReads(runs);
	return await mapInOrder(outputs, outputs.length, async (output, itemIndex) => {
		const followUp = followUps[itemIndex];
		if (!followUp) return output;
		return await runs.attempt(itemIndex, async () => followUp(await limited()));
	});
}

/** The output of items that are refused before any is prepared, where the node continues on fail; nothing for others. */
async function refusals(
	runs: ItemRuns,
	operation: StagedOperation,
): Promise<Array<INodeExecutionData[] | undefined>> {
	const { items, itemsAtOnce } = runs;
	if (!operation.check) return [];
	return await mapInOrder(items, itemsAtOnce, async (_item, itemIndex) => {
		try {
			await beforehand(runs, itemIndex, async (call) => operation.check?.(call));
			return undefined;
		} catch (error) {
			return runs.failed(error, itemIndex);
		}
	});
}

/** Does for an item what changes nothing yet, so that a fault tells that nothing was carried out. */
async function beforehand<T>(
	runs: ItemRuns,
	itemIndex: number,
	work: (call: PrepareCall) => Promise<T>,
): Promise<T> {
	return await mapFaults(
		async () => work(new PrepareCall(runs.context, itemIndex, await runs.api())),
		beforeAnyChange,
	);
}

/** Reads of which no more are under way than "Items at Once" allows, however many items wait. */
function limitedReads(runs: ItemRuns): () => Promise<LimitedReads> {
	let reads: LimitedReads | undefined;
	return async () => {
		const api = await runs.api();
		return (reads ??= new LimitedReads(api, new Slots(runs.itemsAtOnce)));
	};
}

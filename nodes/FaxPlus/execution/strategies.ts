import type { INodeExecutionData } from 'n8n-workflow';

import { beforeAnyChange, mapFaults } from '../../shared/http/faults';
import { rethrow } from '../../shared/http/rethrow';
import { PrepareCall, ReadCall, WriteCall } from '../itemCall';
import { outputOf, simplified } from '../fields/simplify';
import type { ItemRuns } from './itemRuns';
import { LimitedReads } from '../../shared/http/limitedReads';
import { mapInOrder } from '../../shared/async/mapInOrder';
import { Slots } from '../../shared/async/slots';
import type { Reads } from '../../shared/http/requests';
import type { ReadOperation, StagedOperation, Stages } from '../operation';
import { stopWaits } from './perRun';
import { Turns } from './turns';

type Outputs = Promise<INodeExecutionData[][]>;

/** Several items at once; those that wait all wait at the same time. */
export async function runReads(runs: ItemRuns, operation: ReadOperation): Outputs {
	const { context, items, itemsAtOnce } = runs;
	const slots = new Slots(itemsAtOnce);
	return await mapInOrder(items, operation.waits ? items.length : itemsAtOnce, async (_item, itemIndex) => {
		try {
			return await runs.attempt(itemIndex, async () => {
				const api = await runs.api();
				const call = new ReadCall(context, itemIndex, operation.waits ? new LimitedReads(api, slots) : api);
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

/**
 * All are checked, several at once prepared, each carried out in its turn, and all followed up at the same time. The first that
 * fails ends them.
 */
export async function runStages(
	runs: ItemRuns,
	operation: Pick<StagedOperation, 'check' | 'prepare'>,
): Outputs {
	const { context, items, itemsAtOnce } = runs;
	const followUps: Array<((reads: Reads) => Promise<INodeExecutionData[]>) | undefined> = [];
	const noteCarriedOut = (itemIndex: number, stages: Stages, output: INodeExecutionData[]): void => {
		if (!stages.changesNothing) runs.noteCarriedOut(itemIndex, output);
	};
	const turns = new Turns();
	const refused = await refusals(runs, operation);

	const carryOut = async (preparing: Promise<Stages>, itemIndex: number): Promise<INodeExecutionData[]> => {
		const stages = await preparing;
		const output = await stages.carryOut(new WriteCall(context, itemIndex, await runs.api()));
		noteCarriedOut(itemIndex, stages, output);
		if (!stages.followUp) return output;
		followUps[itemIndex] = async (reads) => {
			const call = new ReadCall(context, itemIndex, reads);
			const result = await mapFaults(
				async () => (await stages.followUp?.(call, output)) ?? output,
				stages.changesNothing ? beforeAnyChange : (fault) => fault.withOutcome('carriedOut'),
			);
			noteCarriedOut(itemIndex, stages, result);
			return result;
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
	const slots = new Slots(itemsAtOnce);
	return await mapInOrder(outputs, outputs.length, async (output, itemIndex) => {
		const followUp = followUps[itemIndex];
		if (!followUp) return output;
		return await runs.attempt(itemIndex, async () => followUp(new LimitedReads(await runs.api(), slots)));
	});
}

/** The output of items that are refused before any is prepared, where the node continues on fail; nothing for others. */
async function refusals(
	runs: ItemRuns,
	operation: Pick<StagedOperation, 'check'>,
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

import type { INodeExecutionData } from 'n8n-workflow';

import { LongWork } from '../../shared/async/longWork';
import { mapInOrder } from '../../shared/async/mapInOrder';
import { Slots } from '../../shared/async/slots';
import { asFault } from '../../shared/editor/errors';
import { beforeAnyChange, ServiceFault } from '../../shared/http/faults';
import { rethrow } from '../../shared/http/rethrow';
import type { StagedOperation, Stages } from '../operation/operation';
import type { ItemRuns } from './itemRuns';
import { Turns } from './turns';

type Outputs = Promise<INodeExecutionData[][]>;

/**
 * All items are validated, several at once prepared, each carried out in its turn, and followed up from then on. What a follow-up
 * comes to is used once all are carried out, because n8n drops the output of a node that fails.
 */
export async function runStages(
	runs: ItemRuns,
	operation: Pick<StagedOperation, 'validate' | 'prepare'>,
): Outputs {
	const { items, itemsAtOnce } = runs;
	const validated = await validate(runs, operation);
	const followUps: Array<Promise<INodeExecutionData[]>> = [];
	const turns = new Turns();
	const slots = new Slots(itemsAtOnce);
	try {
		const outputs = await mapInOrder(items, itemsAtOnce, async (_item, itemIndex) => {
			const { draft, refusal } = validated[itemIndex] ?? {};
			if (refusal) return refusal;
			const preparing = runs.beforehand(itemIndex, async (call) => operation.prepare(call, draft));
			return await turns.take(preparing, async () =>
				runs.attempt(itemIndex, async () => {
					const stages = await preparing;
					const { value, output } = await carriedOut(runs, itemIndex, stages);
					const following = followedUp(runs, itemIndex, stages, value, slots);
					// The follow-up may fail before anybody waits for it.
					following.catch(() => undefined);
					followUps[itemIndex] = following;
					return output;
				}),
			);
		});
		runs.endInDoubt();
		return await mapInOrder(outputs, outputs.length, async (output, itemIndex) => {
			const following = followUps[itemIndex];
			return following ? await runs.attempt(itemIndex, async () => following) : output;
		});
	} finally {
		// What was begun ends before the run does.
		await Promise.allSettled(followUps);
	}
}

/** What an item is to be prepared with, or its output where it was refused and the node continues on fail. */
interface Validated {
	draft?: unknown;
	refusal?: INodeExecutionData[];
}

/** Validates all items before any is prepared. */
async function validate(
	runs: ItemRuns,
	{ validate: validateOne }: Pick<StagedOperation, 'validate'>,
): Promise<Validated[]> {
	if (!validateOne) return [];
	const work = new LongWork();
	return await mapInOrder(runs.items, runs.itemsAtOnce, async (_item, itemIndex): Promise<Validated> => {
		await work.giveWay();
		try {
			return { draft: await runs.beforehand(itemIndex, validateOne) };
		} catch (error) {
			return { refusal: runs.failed(error, itemIndex) };
		}
	});
}

async function carriedOut(
	runs: ItemRuns,
	itemIndex: number,
	stages: Stages,
): Promise<{ value: unknown; output: INodeExecutionData[] }> {
	const carryingOut = stages.carryOut(await runs.writeCall(itemIndex));
	const value = await carryingOut.catch((error: unknown) => rethrow(asFault(error, 'unknown')));
	const output = stages.outputOf(value);
	if (!stages.changesNothing) runs.carriedOut.set(itemIndex, output);
	return { value, output };
}

/** Reads what has become of an item that was carried out. */
async function followedUp(
	runs: ItemRuns,
	itemIndex: number,
	stages: Stages,
	value: unknown,
	slots: Slots,
): Promise<INodeExecutionData[]> {
	const { changesNothing } = stages;
	const call = await runs.readCall(itemIndex, slots);
	const result = await (stages.followUp?.(call, value) ?? Promise.resolve(value)).catch((error: unknown) => {
		if (!changesNothing) throw asFault(error, 'carriedOut').withOutcome('carriedOut');
		return rethrow(error instanceof ServiceFault ? beforeAnyChange(error) : error);
	});
	const output = stages.outputOf(result);
	if (!changesNothing) runs.carriedOut.set(itemIndex, output);
	stages.judge?.(call, result);
	return output;
}

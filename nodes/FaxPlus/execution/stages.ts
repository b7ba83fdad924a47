import type { INodeExecutionData } from 'n8n-workflow';

import { LongWork } from '../../shared/async/longWork';
import { mapInOrder, Slots } from '../../shared/async/slots';
import type { StagedOperation } from '../operation/operation';
import type { ItemRuns } from './itemRuns';

type Outputs = INodeExecutionData[][];

/**
 * Validates all items, prepares several at once, carries them out one after the other, and then follows up each one. The result
 * of a follow-up is used only after all items are carried out, because n8n drops the output of a node that fails.
 */
export async function runStages(
	runs: ItemRuns,
	operation: Pick<StagedOperation, 'validate' | 'prepare'>,
): Promise<Outputs> {
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
					const { output, followUp } = await runs.carryOut(itemIndex, await preparing);
					const following = followUp(slots);
					// This prevents an unhandled rejection if the follow-up fails before its result is awaited.
					following.catch(() => undefined);
					followUps[itemIndex] = following;
					return output;
				}),
			);
		});
		runs.endInDoubt();
		return await mapInOrder(outputs, outputs.length, async (output, itemIndex) => {
			const followUp = followUps[itemIndex];
			return followUp ? await runs.attempt(itemIndex, async () => followUp) : output;
		});
	} finally {
		// The run must not end before the follow-ups that have started.
		await Promise.allSettled(followUps);
	}
}

/** The draft of an item, or its output if it was refused and the node continues on fail. */
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
			return {
				draft: await runs.beforehand(itemIndex, async (call) => validateOne(call, runs.refusal)),
			};
		} catch (error) {
			return { refusal: runs.failed(error, itemIndex) };
		}
	});
}

/** Runs tasks one after the other, in the order of the calls, while they can be prepared at the same time. */
class Turns {
	private last: Promise<unknown> = Promise.resolve();

	/** @param work starts after all earlier work has finished, and never if earlier work failed */
	async take<P, T>(preparing: Promise<P>, work: (preparing: Promise<P>) => Promise<T>): Promise<T> {
		// This prevents an unhandled rejection if the preparation fails before its result is awaited.
		preparing.catch(() => undefined);
		const turn = this.last.then(async () => await work(preparing));
		this.last = turn;
		try {
			return await turn;
		} finally {
			// The caller continues only after the preparation has finished.
			await preparing.catch(() => undefined);
		}
	}
}

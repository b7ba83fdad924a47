import type { INodeExecutionData } from 'n8n-workflow';

import { LongWork } from '../../shared/async/longWork';
import { mapInOrder, Slots } from '../../shared/async/slots';
import type { StagedOperation } from '../operation/operation';
import type { ItemRuns } from './itemRuns';

type Outputs = INodeExecutionData[][];

/**
 * All items are validated, several at once prepared, each carried out in its turn, and followed up from then on. What a follow-up
 * comes to is used once all are carried out, because n8n drops the output of a node that fails.
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
					// The follow-up may fail before anybody waits for it.
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
		// All follow-ups that have begun end before the run does.
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
			return { draft: await runs.beforehand(itemIndex, validateOne) };
		} catch (error) {
			return { refusal: runs.failed(error, itemIndex) };
		}
	});
}

/** Lets work that was prepared at the same time be done one after the other, in the order in which it came. */
class Turns {
	private last: Promise<unknown> = Promise.resolve();

	/** @param work begins when all that came before has ended, and never once one of that has failed */
	async take<P, T>(preparing: Promise<P>, work: (preparing: Promise<P>) => Promise<T>): Promise<T> {
		// The preparation may fail before anybody waits for it.
		preparing.catch(() => undefined);
		const turn = this.last.then(async () => await work(preparing));
		this.last = turn;
		try {
			return await turn;
		} finally {
			// The preparation ends before the caller goes on.
			await preparing.catch(() => undefined);
		}
	}
}

import type { IExecuteFunctions } from 'n8n-workflow';

import { LongWork } from '../../shared/async/longWork';
import { perRun } from '../../shared/async/perRun';
import { ItemFields } from '../fields/itemFields';
import { startOnce, type Once, type SideEffect } from './once';

/** An item that was read once, with the guard that keeps its side effect from happening twice. */
export interface OnceItem<D> {
	draft: D;
	once: Once;
}

/**
 * Reads the items of a run, and keeps n8n's Retry from sending or buying twice. All items are read before any of them is
 * processed, because `Once` has to know all of them. Each item is read only once, because evaluating expressions is slow.
 *
 * @param effectOf returns what must not happen twice, or undefined if the item has no such effect
 * @returns a function that returns one item. It throws an InputError if the fields of the item can't be read.
 */
export function onceForEach<D>(
	read: (fields: ItemFields) => D,
	effectOf: (draft: D) => SideEffect | undefined,
): (fields: ItemFields) => Promise<OnceItem<D>> {
	const runs = perRun(async (context: IExecuteFunctions) => {
		const work = new LongWork();
		const drafts: Array<Promise<D>> = [];
		const effects: Array<SideEffect | undefined> = [];
		for (const itemIndex of context.getInputData().keys()) {
			await work.giveWay();
			const draft = Promise.resolve().then(() => read(new ItemFields(context, itemIndex)));
			drafts.push(draft);
			// An item that can't be read has no side effect.
			effects.push(await draft.then(effectOf).catch(() => undefined));
		}
		return { drafts, once: await startOnce(context, effects) };
	});
	return async ({ context, itemIndex }) => {
		const { drafts, once } = await runs(context);
		return { draft: await (drafts[itemIndex] as Promise<D>), once };
	};
}

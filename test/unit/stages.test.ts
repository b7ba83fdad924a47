import type { ItemRuns } from '../../nodes/FaxPlus/execution/itemRuns';
import { runStages } from '../../nodes/FaxPlus/execution/stages';
import type { StagedOperation } from '../../nodes/FaxPlus/operation/operation';
import { inTime, pause, useFakeClock } from './support/clock';

useFakeClock();

/** Notes how much of some work runs at the same time. */
function counted() {
	const seen = { running: 0, most: 0 };
	const work = async (): Promise<void> => {
		seen.most = Math.max(seen.most, ++seen.running);
		await pause(100);
		seen.running -= 1;
	};
	return { seen, work };
}

test.each([1, 2, 5])(
	'With %i items at once, no stage handles more, and carrying out is one by one',
	async (itemsAtOnce) => {
		const [validating, preparing, carrying] = [counted(), counted(), counted()];
		const items = Array.from({ length: 12 }, (_, at) => ({ json: { at } }));
		const runs = {
			...{ items, itemsAtOnce },
			beforehand: async (_item: number, work: (call: object) => Promise<unknown>) => await work({}),
			attempt: async (_item: number, work: () => Promise<unknown>) => await work(),
			carryOut: async (item: number) => {
				await carrying.work();
				return { output: [], followUp: async () => await Promise.resolve([{ json: { item } }]) };
			},
			endInDoubt: () => undefined,
		} as unknown as ItemRuns;
		const operation = { validate: validating.work, prepare: preparing.work } as unknown as StagedOperation;
		const outputs = await inTime(runStages(runs, operation));
		expect(outputs).toEqual(items.map(({ json: { at } }) => [{ json: { item: at } }]));
		expect([validating, preparing, carrying].map(({ seen }) => seen.most)).toEqual([
			itemsAtOnce,
			itemsAtOnce,
			1,
		]);
	},
);

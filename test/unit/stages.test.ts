import type { ItemRuns } from '../../nodes/FaxPlus/execution/itemRuns';
import { runStages } from '../../nodes/FaxPlus/execution/stages';
import type { StagedOperation } from '../../nodes/FaxPlus/operation/operation';
import { Concurrency } from './support/concurrency';
import { inTime, pause, useFakeClock } from './support/clock';

useFakeClock();

test.each([1, 2, 5])(
	'With %i items at once, no stage handles more, and carrying out is one by one',
	async (itemsAtOnce) => {
		const [validating, preparing, carrying] = [new Concurrency(), new Concurrency(), new Concurrency()];
		const countedBy = (stage: Concurrency) => async () => stage.count(async () => pause(100));
		const items = Array.from({ length: 12 }, (_, at) => ({ json: { at } }));
		const runs = {
			...{ items, itemsAtOnce },
			beforehand: async (_item: number, work: (call: object) => Promise<unknown>) => await work({}),
			attempt: async (_item: number, work: () => Promise<unknown>) => await work(),
			carryOut: async (item: number) => {
				await countedBy(carrying)();
				return { output: [], followUp: async () => await Promise.resolve([{ json: { item } }]) };
			},
			endInDoubt: () => undefined,
		} as unknown as ItemRuns;
		const operation = {
			validate: countedBy(validating),
			prepare: countedBy(preparing),
		} as unknown as StagedOperation;
		const outputs = await inTime(runStages(runs, operation));
		expect(outputs).toEqual(items.map(({ json: { at } }) => [{ json: { item: at } }]));
		expect([validating, preparing, carrying].map(({ most }) => most)).toEqual([itemsAtOnce, itemsAtOnce, 1]);
	},
);

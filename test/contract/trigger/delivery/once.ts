import type { INodeExecutionData, WorkflowExecuteMode } from 'n8n-workflow';

import { useTriggerBench } from '../support/bench';
import { theStore } from '../../support/execution';
import type { StoreInMemory } from '../../support/store';
import type { Trigger } from '../support/trigger';

const bench = useTriggerBench();
let store: StoreInMemory;

beforeAll(async () => {
	store = await theStore();
});

const itemOfRecord = (webhookId: string | null): INodeExecutionData => ({
	json: { event: 'fax_received', webhookId, data: webhookId === null ? {} : { id: 'fax_1' } },
});

/** Returns the ids that start the workflow in an execution of one delivery. */
async function passed(
	trigger: Trigger,
	webhookId: string | null,
	mode: WorkflowExecuteMode = 'webhook',
): Promise<unknown[]> {
	const items = await trigger.execute([itemOfRecord(webhookId)], mode);
	return items.map(({ json }) => json['webhookId']);
}

describe('An execution that a delivery started', () => {
	it('returns the item unchanged, only the first time', async () => {
		const trigger = await bench().trigger();
		expect(await trigger.execute([itemOfRecord('msg_1')], 'webhook')).toMatchObject([itemOfRecord('msg_1')]);
		expect(await passed(trigger, 'msg_1')).toEqual([]);
		expect(await passed(trigger, 'msg_2')).toEqual(['msg_2']);
		expect(await passed(trigger, 'msg_1')).toEqual([]);
	});

	it('counts for its own node, even after an edit, and for no other', async () => {
		const [trigger, other] = [await bench().trigger(), await bench().trigger()];
		await passed(trigger, 'msg_1');
		expect(await passed(other, 'msg_1')).toEqual(['msg_1']);
		expect(await passed(trigger.edited({ staticData: { any: 'thing' } }), 'msg_1')).toEqual([]);
	});

	it.each([
		[{}, 9_000],
		[{ rememberDeliveries: 500 }, 1_500],
		[{ rememberDeliveries: 1 }, 300],
	])(
		'with the options %j makes the store keep %i entries, three for a delivery',
		async (options, maxEntries) => {
			const trigger = await bench().trigger({ parameters: { options } });
			await passed(trigger, 'msg_1');
			expect(store.askedBy(trigger)[0]).toEqual({ scope: 'node', mode: 'entries', maxEntries });
		},
	);

	it("returns an item without an ID, which can't be checked", async () => {
		const trigger = await bench().trigger();
		for (let copy = 0; copy < 2; copy++) expect(await passed(trigger, null)).toEqual([null]);
		expect(store.askedBy(trigger)).toEqual([]);
	});
});

describe('An execution that a person started', () => {
	it.each<WorkflowExecuteMode>(['manual', 'retry'])(
		"returns the item every time, and a test doesn't use the store (%s)",
		async (mode) => {
			const trigger = await bench().trigger();
			store.idsByNode.set(`${trigger.workflow.id}:${trigger.node.id}`, ['msg_1']);
			for (let copy = 0; copy < 2; copy++) expect(await passed(trigger, 'msg_1', mode)).toEqual(['msg_1']);
			if (mode === 'manual') expect(store.askedBy(trigger)).toEqual([]);
		},
	);
});

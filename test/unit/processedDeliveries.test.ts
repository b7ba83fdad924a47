import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { onlyNew } from '../../nodes/FaxPlusTrigger/deliveries';

type Fault = 'collision' | 'lost answer';

/** n8n's store of one node: reads, then writes, as a whole. Faults hit the next call. */
class Store {
	ids: string[] = [];

	readonly faults: Fault[] = [];

	/** What another process writes between the failing and the next call. */
	othersWrite: string[] = [];

	async record(ids: string[]): Promise<{ new: string[]; processed: string[] }> {
		const fault = this.faults.shift();
		if (fault === 'collision') {
			this.ids.push(...this.othersWrite);
			throw new Error('duplicate key value violates unique constraint "PK_processed_data"');
		}
		const missing = ids.filter((id) => !this.ids.includes(id));
		this.ids.push(...new Set(missing));
		if (fault === 'lost answer') throw new Error('Connection terminated unexpectedly');
		return await Promise.resolve({ new: missing, processed: ids.filter((id) => !missing.includes(id)) });
	}
}

let nodes = 0;

describe('Processed deliveries', () => {
	let store: Store;
	let context: IExecuteFunctions;

	beforeEach(() => {
		store = new Store();
		nodes += 1;
		const id = `node ${nodes}`;
		context = {
			getWorkflow: () => ({ id: 'workflow' }),
			getNode: () => ({ id, name: 'Trigger' }),
			logger: { error: () => undefined, debug: () => undefined },
			helpers: { checkProcessedAndRecord: async (ids: string[]) => await store.record(ids) },
		} as unknown as IExecuteFunctions;
	});

	async function passes(webhookId: string): Promise<boolean> {
		const items: INodeExecutionData[] = [{ json: { webhookId } }];
		return (await onlyNew(context, items, 100)).length === 1;
	}

	it('pass once', async () => {
		expect(await passes('a')).toBe(true);
		expect(await passes('a')).toBe(false);
	});

	it('do not pass again after another process has overwritten the record', async () => {
		await passes('a');
		store.ids = ['of another process'];

		expect(await passes('a')).toBe(false);
	});

	it('are recorded again by the next delivery after another process has overwritten the record', async () => {
		await passes('a');
		store.ids = [];
		await passes('b');

		expect(store.ids).toEqual(['a', 'b']);
	});

	it('pass when two first recordings collide', async () => {
		store.faults.push('collision');
		store.othersWrite = ['of another delivery'];

		expect(await passes('a')).toBe(true);
	});

	it('do not pass when another process has just recorded the same delivery first', async () => {
		store.faults.push('collision');
		store.othersWrite = ['a'];

		expect(await passes('a')).toBe(false);
	});

	it('pass when they were recorded but the answer of the store was lost', async () => {
		store.faults.push('lost answer');

		expect(await passes('a')).toBe(true);
		expect(await passes('a')).toBe(false);
	});
});

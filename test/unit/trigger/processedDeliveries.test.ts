import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { onlyNew } from '../../../nodes/FaxPlusTrigger/delivery/processedDeliveries';

type Fault = 'collision' | 'lost answer' | 'out of order';

/** n8n's store of one node: reads, then writes, as a whole. Faults hit the next call. */
class Store {
	ids: string[] = [];

	readonly faults: Fault[] = [];

	/** The ids that each call named. */
	readonly calls: string[][] = [];

	/** What another process writes between the failing and the next call. */
	othersWrite: string[] = [];

	async record(ids: string[]): Promise<{ new: string[]; processed: string[] }> {
		this.calls.push(ids);
		await Promise.resolve();
		const fault = this.faults.shift();
		if (fault === 'collision') {
			this.ids.push(...this.othersWrite);
			throw new Error('duplicate key value violates unique constraint "PK_processed_data"');
		}
		if (fault === 'out of order') throw new Error('no such table: processed_data');
		const missing = ids.filter((id) => !this.ids.includes(id));
		this.ids.push(...new Set(missing));
		if (fault === 'lost answer') throw new Error('Connection terminated unexpectedly');
		return { new: missing, processed: ids.filter((id) => !missing.includes(id)) };
	}
}

let nodes = 0;

describe('Processed deliveries', () => {
	let store: Store;
	let context: IExecuteFunctions;
	let errors: string[];

	beforeEach(() => {
		// Repetitions of an earlier test go on to that test's store.
		const ownStore = new Store();
		store = ownStore;
		errors = [];
		nodes += 1;
		const id = `node ${nodes}`;
		context = {
			getWorkflow: () => ({ id: 'workflow' }),
			getNode: () => ({ id, name: 'Trigger' }),
			logger: { error: (message: string) => errors.push(message), debug: () => undefined },
			helpers: { checkProcessedAndRecord: async (ids: string[]) => await ownStore.record(ids) },
		} as unknown as IExecuteFunctions;
	});

	async function passes(webhookId: string, remember = 100): Promise<boolean> {
		const items: INodeExecutionData[] = [{ json: { webhookId } }];
		return (await onlyNew(context, items, remember)).length === 1;
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

	it('are recorded with one call each while no other process overwrites the record', async () => {
		await passes('a');
		await passes('b');

		expect(store.calls).toEqual([['a'], ['a', 'b']]);
	});

	it('are recorded and confirmed before the next decision once another process has overwritten the record', async () => {
		await passes('a');
		store.ids = [];
		const calls = store.calls.length;
		await passes('b');
		store.ids = ['of another process'];
		await passes('c');

		expect(store.calls.slice(calls, calls + 4)).toEqual([
			['a', 'b'],
			['a', 'b'],
			['a', 'b'],
			['a', 'b', 'c'],
		]);
		expect(store.ids).toEqual(['of another process', 'a', 'b', 'c']);
	});

	it('that were recorded together come back, also when they are overwritten again at once', async () => {
		const many = Array.from({ length: 50 }, (_, i) => `id ${i}`);
		await Promise.all(many.map(async (id) => await passes(id, 1000)));
		for (const id of ['b', 'c']) {
			store.ids = ['of another process'];
			await passes(id, 1000);
		}

		expect(store.ids).toEqual(expect.arrayContaining(many));
	});

	it('are not taken for overwritten after an error of the store', async () => {
		await passes('a');
		store.faults.push('out of order');
		await passes('b');
		const calls = store.calls.length;
		await passes('c');
		await passes('d');

		expect(store.calls.slice(calls)).toEqual([
			['a', 'b', 'c'],
			['a', 'b', 'c', 'd'],
		]);
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
		expect(errors).toEqual([expect.stringContaining('delivery a goes on unchecked: Error: Connection')]);
	});

	it('pass a second time when the store fails at first, which the log tells', async () => {
		await passes('a');
		for (let i = 0; i < 25; i++) await passes(`later ${i}`);
		store.faults.push('out of order');

		expect(await passes('a')).toBe(true);
		expect(errors).toEqual([expect.stringContaining('delivery a goes on unchecked: Error: no such table')]);
	});

	it('pass, and nothing is unclear, when the store fails once before it knows them', async () => {
		store.faults.push('out of order');

		expect(await passes('a')).toBe(true);
		expect(errors).toEqual([]);
	});

	it('are recorded again a moment later when the last one of a burst is overwritten', async () => {
		await passes('a');
		store.ids = ['of another process'];
		for (let i = 0; i < 200 && !store.ids.includes('a'); i++)
			await new Promise((resolve) => setTimeout(resolve, 20));

		expect(store.ids).toEqual(['of another process', 'a']);
	});

	describe('that come while others are being recorded', () => {
		const many = Array.from({ length: 130 }, (_, i) => `id ${i}`);

		it('are recorded together, and each passes', async () => {
			expect(await Promise.all(many.map(async (id) => await passes(id)))).toEqual(many.map(() => true));
			expect(store.ids).toEqual(many);
			expect(store.calls.length).toBeLessThan(6);
			expect(Math.max(...store.calls.map(({ length }) => length))).toBeLessThanOrEqual(100);
		});

		it('pass once even if all are copies', async () => {
			const copies = many.map((_, i) => `copy ${i % 3}`);
			const passed = await Promise.all(copies.map(async (id) => await passes(id)));

			expect(passed.filter(Boolean)).toHaveLength(3);
			expect(passed.slice(0, 3)).toEqual([true, true, true]);
		});

		it('pass, each id once, when the store fails', async () => {
			store.faults.push('out of order', 'out of order');

			expect(await Promise.all(['a', 'a', 'b', 'a'].map(async (id) => await passes(id)))).toEqual([
				true,
				false,
				true,
				false,
			]);
			expect(errors).toEqual([
				expect.stringContaining('delivery a goes on unchecked'),
				expect.stringContaining('delivery b goes on unchecked'),
			]);
		});
	});
});

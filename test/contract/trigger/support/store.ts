import type {
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';

import type { Trigger } from './trigger';

/**
 * Stands in for n8n's store of processed items, which needs n8n's database; the real one is tested in real n8n
 * processes. Like that one it reads first and writes later.
 */
export class StoreInMemory implements IDataDeduplicator {
	readonly idsByNode = new Map<string, string[]>();

	/** What the store was asked for, by node: a recording is repeated a moment later, maybe in another test. */
	private readonly asked = new Map<string, object[]>();

	failure: Error | undefined;

	async checkProcessedAndRecord(
		items: string[],
		scope: 'node' | 'workflow',
		{ workflow, node }: ICheckProcessedContextData,
		options: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		const key = `${workflow.id}:${node?.id ?? ''}`;
		this.asked.set(key, [...(this.asked.get(key) ?? []), { scope, ...options }]);
		const known = this.idsByNode.get(key) ?? [];
		await new Promise(setImmediate);
		if (this.failure) throw this.failure;
		const missing = items.filter((item) => !known.includes(item));
		this.idsByNode.set(key, [...known, ...missing].slice(-(options.maxEntries ?? Infinity)));
		return { new: missing, processed: items.filter((item) => known.includes(item)) };
	}

	askedBy({ workflow, node }: Trigger): object[] {
		return this.asked.get(`${workflow.id}:${node.id}`) ?? [];
	}

	removeProcessed(): Promise<void> {
		throw new Error('The trigger forgets nothing');
	}

	clearAllProcessedItems(): Promise<void> {
		throw new Error('The trigger forgets nothing');
	}

	getProcessedDataCount(): Promise<number> {
		throw new Error('The trigger does not count');
	}
}

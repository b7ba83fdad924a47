import type {
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';

import type { Trigger } from '../trigger/support/trigger';

/**
 * Replaces n8n's store of processed items, which needs n8n's database. As the real store does, it reads first and writes
 * later. The real store has tests with real n8n processes.
 */
export class StoreInMemory implements IDataDeduplicator {
	readonly idsByNode = new Map<string, string[]>();

	/** Scopes and options of the calls, keyed by node. A call may be repeated a moment later, even during another test. */
	private readonly asked = new Map<string, object[]>();

	failure: Error | undefined;

	/** Number of calls until n8n dies. The last one never returns, and later ones have no effect. */
	callsLeft = Number.POSITIVE_INFINITY;

	/** Number of removals that have no effect, as if another process overwrote them with what it read before. */
	lostRemovals = 0;

	/** Clears everything, so that the store is like that of another n8n instance. */
	empty(): void {
		this.idsByNode.clear();
		this.asked.clear();
		this.failure = undefined;
		this.callsLeft = Number.POSITIVE_INFINITY;
		this.lostRemovals = 0;
	}

	async checkProcessedAndRecord(
		items: string[],
		scope: 'node' | 'workflow',
		{ workflow, node }: ICheckProcessedContextData,
		options: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		const key = `${workflow.id}:${node?.id ?? ''}`;
		this.asked.set(key, [...(this.asked.get(key) ?? []), { scope, ...options }]);
		const stored = this.idsByNode.get(key) ?? [];
		await new Promise(setImmediate);
		this.callBegun();
		const missing = items.filter((item) => !stored.includes(item));
		this.idsByNode.set(key, [...stored, ...missing].slice(-(options.maxEntries ?? Infinity)));
		this.callDone();
		return { new: missing, processed: items.filter((item) => stored.includes(item)) };
	}

	askedBy({ workflow, node }: Trigger): object[] {
		return this.asked.get(`${workflow.id}:${node.id}`) ?? [];
	}

	async removeProcessed(
		items: string[],
		_scope: 'node' | 'workflow',
		{ workflow, node }: ICheckProcessedContextData,
	): Promise<void> {
		const key = `${workflow.id}:${node?.id ?? ''}`;
		const stored = this.idsByNode.get(key) ?? [];
		await new Promise(setImmediate);
		this.callBegun();
		if (this.lostRemovals > 0) this.lostRemovals -= 1;
		else
			this.idsByNode.set(
				key,
				stored.filter((id) => !items.includes(id)),
			);
		this.callDone();
	}

	clearAllProcessedItems(): Promise<void> {
		throw new Error('The nodes forget nothing');
	}

	async getProcessedDataCount(
		_scope: 'node' | 'workflow',
		{ workflow, node }: ICheckProcessedContextData,
	): Promise<number> {
		this.callBegun();
		return await Promise.resolve(this.idsByNode.get(`${workflow.id}:${node?.id ?? ''}`)?.length ?? 0);
	}

	private callBegun(): void {
		if (this.failure) throw this.failure;
		if (this.callsLeft <= 0) throw new Error('n8n has died');
	}

	private callDone(): void {
		this.callsLeft -= 1;
		if (this.callsLeft < 1) throw new Error('n8n has died');
	}
}

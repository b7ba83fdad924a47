import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { Store } from './processedRecord';
import { CONFIRMATION_PAUSE, GROUP, jittered, ProcessedRecord } from './processedRecord';
import { takingTurns } from '../mutex';

const ECHO_PAUSE = 100;

/** A delivery that an execution of this process asks about. */
interface Candidate {
	id: string;
	decide: (isNew: boolean) => void;
}

const inTurn = takingTurns();
const deciders = new Map<string, Decider>();

/**
 * Passes on the items whose delivery n8n's de-duplication store does not know yet, and records them there.
 *
 * Executions of one node take turns, and one recording takes all deliveries along that wait by then, because its cost
 * grows with what is remembered already. As other processes may overwrite what this one has just recorded, the last
 * recording of a burst is repeated a moment later. Once ids were seen to be overwritten, every recording of something
 * new is repeated at once, and the next one keeps its distance: so what one process has lost is most likely back before
 * another decides again.
 *
 * @param context of an execution that a delivery started
 * @param remember how many ids the store keeps
 * @returns the items to go on with; all of them when the store cannot be asked: twice is better than never
 */
export async function onlyNew(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	remember: number,
): Promise<INodeExecutionData[]> {
	const key = `${context.getWorkflow().id ?? ''}:${context.getNode().id}`;
	const decider = deciders.get(key) ?? new Decider(key);
	deciders.set(key, decider);

	const store = storeOf(context, remember);
	const passed: INodeExecutionData[] = [];
	for (const item of items) {
		const id = item.json['webhookId'];
		if (typeof id !== 'string' || (await decider.isNew(id, store))) passed.push(item);
	}
	return passed;
}

/** Decides about the deliveries of one node in this process. */
class Decider {
	private readonly waiting: Candidate[] = [];

	private readonly record = new ProcessedRecord();

	constructor(private readonly key: string) {}

	async isNew(id: string, store: Store): Promise<boolean> {
		return await new Promise((decide) => {
			this.waiting.push({ id, decide });
			void inTurn(this.key, async () => {
				await this.takeTurn(store);
			});
		});
	}

	private async takeTurn(store: Store): Promise<void> {
		// An earlier turn has taken this delivery along.
		if (this.waiting.length === 0) return;
		await this.record.gather();
		const candidates = this.takeCandidates();
		if (candidates.size === 0) return;

		const { count } = this.record;
		const newIds = await this.recordAll([...candidates.keys()], store);
		for (const [id, { decide }] of candidates) decide(newIds.includes(id));
		if (this.record.count === count) return;
		if (this.record.isContended) {
			await sleep(jittered(CONFIRMATION_PAUSE));
			await this.confirm(store);
		} else void this.echo(store);
	}

	/** The deliveries that wait, oldest first, without copies of what is decided or will be. */
	private takeCandidates(): Map<string, Candidate> {
		const candidates = new Map<string, Candidate>();
		for (const candidate of this.waiting.splice(0, GROUP)) {
			const isCopy = candidates.has(candidate.id) || this.record.has(candidate.id);
			if (isCopy) candidate.decide(false);
			else candidates.set(candidate.id, candidate);
		}
		return candidates;
	}

	private async recordAll(ids: string[], store: Store): Promise<string[]> {
		try {
			return await this.record.add(ids, store);
		} catch (error) {
			store.logUnchecked(ids, error);
			return ids;
		}
	}

	/** Repeats the last recording a moment later, outside the turns of others, unless a later one makes that needless. */
	private async echo(store: Store): Promise<void> {
		const { count } = this.record;
		await sleep(jittered(ECHO_PAUSE));
		await inTurn(this.key, async () => {
			if (this.record.count === count) await this.confirm(store);
		});
	}

	private async confirm(store: Store): Promise<void> {
		// The decisions are made; a repetition that fails is made up for by the next recording.
		await this.record.confirm(store).catch(store.logUnrepeated);
	}
}

function storeOf(context: IExecuteFunctions, capacity: number): Store {
	return {
		capacity,
		record: async (ids) => {
			const options = { mode: 'entries', maxEntries: capacity } as const;
			return (await context.helpers.checkProcessedAndRecord(ids, 'node', options)).new as string[];
		},
		logUnrepeated: (error) => {
			context.logger.debug(`Fax.Plus Trigger: repeating the last recordings failed: ${String(error)}`);
		},
		logUnchecked: (ids, error) => {
			for (const id of ids) {
				context.logger.error(
					`Fax.Plus Trigger "${context.getNode().name}" of workflow ${context.getWorkflow().id ?? ''}: the store of processed deliveries failed, so delivery ${id} goes on unchecked: ${String(error)}`,
				);
			}
		},
	};
}

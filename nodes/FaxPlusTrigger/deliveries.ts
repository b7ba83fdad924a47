import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { takingTurns } from './exclusive';

const ACCEPTED_FOR = 60_000;
const CAPACITY = 10_000;

type Outcome = 'accepted' | 'unknown';

/** What the memory says about a delivery: already accepted, or ours to hand to n8n. */
export type Claim = { isAccepted: true } | { isAccepted: false; settle: (outcome: Outcome) => void };

interface Handling {
	outcome: Promise<Outcome>;
	acceptedAt?: number;
}

/**
 * Remembers for a minute which deliveries this process has accepted, so that quick copies start no needless execution.
 * It decides nothing else: the store does, and after a minute a replay by hand must get through.
 */
export class RecentDeliveries {
	private readonly handlings = new Map<string, Handling>();

	constructor(private readonly clock: () => number = Date.now) {}

	/**
	 * Claims a delivery. While the same one is being handled, waits for how that ends: if well, it counts as accepted,
	 * else the claim passes to the one who waited.
	 *
	 * @param key workflow, node, production or test, and delivery id
	 */
	async claim(key: string): Promise<Claim> {
		for (;;) {
			const handling = this.handlings.get(key);
			if (handling === undefined || this.isOver(handling)) return this.begin(key);
			if ((await handling.outcome) === 'accepted') return { isAccepted: true };
		}
	}

	private begin(key: string): Claim {
		let settlePromise: (outcome: Outcome) => void = () => undefined;
		const handling: Handling = {
			outcome: new Promise((resolve) => {
				settlePromise = resolve;
			}),
		};
		this.handlings.delete(key);
		this.handlings.set(key, handling);
		this.forgetOldest();

		const settle = (outcome: Outcome): void => {
			if (outcome === 'accepted') handling.acceptedAt = this.clock();
			else if (this.handlings.get(key) === handling) this.handlings.delete(key);
			settlePromise(outcome);
		};
		return { isAccepted: false, settle };
	}

	private isOver({ acceptedAt }: Handling): boolean {
		return acceptedAt !== undefined && this.clock() - acceptedAt > ACCEPTED_FOR;
	}

	private forgetOldest(): void {
		for (const [key, handling] of this.handlings) {
			if (this.handlings.size <= CAPACITY && !this.isOver(handling)) return;
			this.handlings.delete(key);
		}
	}
}

/** How many ids each recording names again beside the new one. */
const ECHOES = 20;
const ECHO_PAUSE = 300;
const ECHO_ROUNDS = 5;

interface Recording {
	/** The last ids that this process recorded for a node, oldest first. */
	ids: string[];
	/** Counts recordings, so that an echo knows whether a later recording has made it needless. */
	count: number;
}

const inTurn = takingTurns();
const recordings = new Map<string, Recording>();

/**
 * Passes on the items whose delivery n8n's de-duplication store does not know yet, and records them there.
 *
 * The store reads and then writes, without a lock, so a process may overwrite what another has just recorded. Therefore
 * every recording names the last ids of this process again, and the last recording of a burst is repeated a moment
 * later until nothing was missing.
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
	return await inTurn(key, async () => {
		const passed: INodeExecutionData[] = [];
		for (const item of items) {
			const id = item.json['webhookId'];
			if (typeof id !== 'string' || (await isNew(context, key, id, remember))) passed.push(item);
		}
		return passed;
	});
}

async function isNew(
	context: IExecuteFunctions,
	key: string,
	id: string,
	remember: number,
): Promise<boolean> {
	const recording = recordings.get(key) ?? { ids: [], count: 0 };
	// The store may have forgotten it for the moment; see onlyNew.
	if (recording.ids.includes(id)) return false;
	try {
		const missing = await record(context, [...recording.ids, id], remember);
		if (!missing.includes(id)) return false;
	} catch (error) {
		context.logger.error(
			`Fax.Plus Trigger "${context.getNode().name}" of workflow ${context.getWorkflow().id ?? ''}: the store of processed deliveries failed, so delivery ${id} goes on unchecked: ${String(error)}`,
		);
		return true;
	}
	recording.ids = [...recording.ids, id].slice(-ECHOES);
	recording.count += 1;
	recordings.set(key, recording);
	void echo(context, key, recording, remember);
	return true;
}

/**
 * Records ids; returns those that were not there. Tries twice, because two processes' first recordings can collide.
 * When the first attempt failed in any other way, it may have recorded the ids all the same; then all count as new.
 */
async function record(context: IExecuteFunctions, ids: string[], remember: number): Promise<unknown[]> {
	const attempt = async (): Promise<unknown[]> =>
		(await context.helpers.checkProcessedAndRecord(ids, 'node', { mode: 'entries', maxEntries: remember }))
			.new;
	try {
		return await attempt();
	} catch (error) {
		const missing = await attempt();
		return isCollision(error) ? missing : ids;
	}
}

/** Whether another process was first to insert the row: PostgreSQL and SQLite both say "unique constraint". */
function isCollision(error: unknown): boolean {
	return /unique constraint/i.test(String(error));
}

async function echo(
	context: IExecuteFunctions,
	key: string,
	recording: Recording,
	remember: number,
): Promise<void> {
	const { count } = recording;
	for (let round = 0; round < ECHO_ROUNDS; round++) {
		await sleep(ECHO_PAUSE * (0.5 + Math.random()));
		if (recording.count !== count) return;
		try {
			const missing = await inTurn(key, async () => await record(context, recording.ids, remember));
			if (missing.length === 0) return;
		} catch (error) {
			context.logger.debug(`Fax.Plus Trigger: repeating the last recordings failed: ${String(error)}`);
			return;
		}
	}
}

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { takingTurns } from './turns';

/** How many ids each recording names again beside the new ones. */
const ECHOES = 20;
const ECHO_PAUSE = 100;
const REPETITIONS = 5;

/** How many deliveries one recording takes together; the store may be set to hold no more than a hundred. */
const GROUP = 50;

/** A recording that takes longer than this, in milliseconds, is slow because much is remembered. */
const SLOW = 30;
const LONGEST_GATHERING = 60;

/** How long this process counts as sharing the store with others after it has lost an id to one of them. */
const CONTENDED_FOR = 600_000;
const CONFIRMATION_PAUSE = 30;
const SPACING = 100;

/** A delivery that an execution of this process asks about. */
interface Candidate {
	id: string;
	decide: (isNew: boolean) => void;
}

/** What this process does at the store for one node. */
interface Recordings {
	waiting: Candidate[];
	/** The last ids that this process recorded, oldest first. */
	lastIds: string[];
	/** How long the last recording took, in milliseconds. */
	duration: number;
	/** When the last recording ended, in Unix milliseconds. */
	endedAt: number;
	/** When another process was last seen to have overwritten ids of this one, in Unix milliseconds. */
	overwrittenAt: number;
	/** Counts recordings, so that an echo knows whether a later recording has made it needless. */
	count: number;
}

const inTurn = takingTurns();
const recordingsByNode = new Map<string, Recordings>();

/**
 * Passes on the items whose delivery n8n's de-duplication store does not know yet, and records them there.
 *
 * The store reads and then writes one value for a node, without a lock. So executions take turns, and one recording
 * takes all deliveries along that wait by then, because its cost grows with what is remembered already. As another
 * process may overwrite what this one has just recorded, every recording names the last ids of this process again, and
 * the last recording of a burst is repeated a moment later until nothing was missing. Once ids were seen to be
 * overwritten, every recording of something new is repeated at once, and the next one keeps its distance: so what one
 * process has lost is most likely back before another decides again.
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
	const passed: INodeExecutionData[] = [];
	for (const item of items) {
		const id = item.json['webhookId'];
		if (typeof id !== 'string' || (await isNew(context, id, remember))) passed.push(item);
	}
	return passed;
}

async function isNew(context: IExecuteFunctions, id: string, remember: number): Promise<boolean> {
	const key = `${context.getWorkflow().id ?? ''}:${context.getNode().id}`;
	const recordings = recordingsByNode.get(key) ?? {
		waiting: [],
		lastIds: [],
		duration: 0,
		endedAt: 0,
		overwrittenAt: 0,
		count: 0,
	};
	recordingsByNode.set(key, recordings);

	return await new Promise((decide) => {
		recordings.waiting.push({ id, decide });
		void inTurn(key, async () => {
			// An earlier turn has taken this delivery along.
			if (recordings.waiting.length === 0) return;
			await gather(recordings);
			const { count } = recordings;
			await recordWaiting(context, recordings, remember);
			const isRecorded = recordings.count !== count;
			if (isRecorded && isContended(recordings)) {
				await repeat(context, recordings, remember, CONFIRMATION_PAUSE);
			} else if (isRecorded) void echo(context, key, recordings, remember);
			recordings.endedAt = Date.now();
		});
	});
}

/** Waits while it pays that more deliveries share the next recording. */
async function gather(recordings: Recordings): Promise<void> {
	const slowness = recordings.duration > SLOW ? Math.min(recordings.duration, LONGEST_GATHERING) : 0;
	const spacing = recordings.endedAt + jittered(SPACING) - Date.now();
	const pause = isContended(recordings) ? spacing : slowness;
	if (pause > 0) await sleep(pause);
}

/** Whether other processes record for the same node at the same time, as workers of queue mode do. */
function isContended({ overwrittenAt }: Recordings): boolean {
	return Date.now() - overwrittenAt < CONTENDED_FOR;
}

/** Records the deliveries that wait, oldest first, and decides which are new. */
async function recordWaiting(
	context: IExecuteFunctions,
	recordings: Recordings,
	remember: number,
): Promise<void> {
	const candidates = new Map<string, Candidate>();
	for (const candidate of recordings.waiting.splice(0, GROUP)) {
		// The store may have forgotten the last ids for the moment; see onlyNew.
		const isCopy = candidates.has(candidate.id) || recordings.lastIds.includes(candidate.id);
		if (isCopy) candidate.decide(false);
		else candidates.set(candidate.id, candidate);
	}
	if (candidates.size === 0) return;

	const newIds = await recordAll(context, recordings, [...candidates.keys()], remember);
	for (const [id, { decide }] of candidates) decide(newIds.includes(id));
}

/** Returns those of the ids that the store did not know; all of them when it cannot be asked. */
async function recordAll(
	context: IExecuteFunctions,
	recordings: Recordings,
	ids: string[],
	remember: number,
): Promise<string[]> {
	try {
		const begun = Date.now();
		const missing = await record(context, recordings, ids, remember);
		recordings.duration = Date.now() - begun;
		const newIds = ids.filter((id) => missing.includes(id));
		if (newIds.length > 0) {
			// What was missing now may be overwritten once more. A recording names no more than the store holds.
			const kept = Math.min(Math.max(ECHOES, missing.length), remember - GROUP);
			recordings.lastIds = [...recordings.lastIds, ...newIds].slice(-kept);
			recordings.count += 1;
		}
		return newIds;
	} catch (error) {
		for (const id of ids) {
			context.logger.error(
				`Fax.Plus Trigger "${context.getNode().name}" of workflow ${context.getWorkflow().id ?? ''}: the store of processed deliveries failed, so delivery ${id} goes on unchecked: ${String(error)}`,
			);
		}
		return ids;
	}
}

/**
 * Records the last ids again, and new ones; returns those that were not there, and notes when last ids were among them.
 * Tries twice, because two processes' first recordings can collide. When the first attempt failed in any other way, it
 * may have recorded the ids all the same; then all count as missing, but nobody knows whether they were.
 */
async function record(
	context: IExecuteFunctions,
	recordings: Recordings,
	newIds: string[],
	remember: number,
): Promise<unknown[]> {
	const ids = [...recordings.lastIds, ...newIds];
	const attempt = async (): Promise<unknown[]> =>
		(await context.helpers.checkProcessedAndRecord(ids, 'node', { mode: 'entries', maxEntries: remember }))
			.new;
	try {
		return noteOverwriting(recordings, await attempt());
	} catch (error) {
		const missing = await attempt();
		return isCollision(error) ? noteOverwriting(recordings, missing) : ids;
	}
}

function noteOverwriting(recordings: Recordings, missing: unknown[]): unknown[] {
	if (recordings.lastIds.some((id) => missing.includes(id))) recordings.overwrittenAt = Date.now();
	return missing;
}

/** Whether another process was first to insert the row: PostgreSQL and SQLite both say "unique constraint". */
function isCollision(error: unknown): boolean {
	return /unique constraint/i.test(String(error));
}

/** Repeats the last recording a moment later, outside the turns of others, unless a later one has made that needless. */
async function echo(
	context: IExecuteFunctions,
	key: string,
	recordings: Recordings,
	remember: number,
): Promise<void> {
	const { count } = recordings;
	await sleep(jittered(ECHO_PAUSE));
	await inTurn(key, async () => {
		if (recordings.count === count) await repeat(context, recordings, remember, 0);
	});
}

/** Repeats the last recording until nothing was missing, a few times at most. */
async function repeat(
	context: IExecuteFunctions,
	recordings: Recordings,
	remember: number,
	firstPause: number,
): Promise<void> {
	try {
		for (let round = 0; round < REPETITIONS; round++) {
			const pause = round === 0 ? firstPause : CONFIRMATION_PAUSE;
			await sleep(jittered(pause));
			const missing = await record(context, recordings, [], remember);
			if (missing.length === 0) return;
		}
	} catch (error) {
		context.logger.debug(`Fax.Plus Trigger: repeating the last recordings failed: ${String(error)}`);
	}
}

/** A pause between half and one and a half times as long, so that processes do not keep in step. */
function jittered(milliseconds: number): number {
	return milliseconds * (0.5 + Math.random());
}

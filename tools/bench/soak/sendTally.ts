import { wasInFlight, type Disturbance } from './tallies';

/** Amid an outage a send waits up to a minute for each answer, and asks up to four times to hand over its file. */
const LEAD_MS = 300_000;

/** A fax that a workflow was asked to send, to a number of its own. */
export interface AskedSend {
	to: string;
	/** Unix times in milliseconds; several if n8n's answer was lost. */
	askedAt: readonly number[];
}

/** What an execution was told of its send. */
export interface ToldSend {
	executionId: string;
	/** `sent`, or what the node's error says of the outcome. */
	outcome: string;
}

export interface SendTally {
	asked: number;
	/** Executions that were told that the fax was sent, where it was, once. */
	sent: number;
	/** Executions that were told that it was not sent, where it was not. */
	notSent: number;
	/** Executions that were told that nobody knows, by how often the fax was sent. */
	unknown: { sent: number; notSent: number };
	/** Executions whose outcome is unknown, as n8n was killed, by how often the fax was sent. */
	silent: Array<{ to: string; made: number; excuse?: string }>;
	/** Sent more than once by one execution. */
	twice: string[];
	/** Sent, although the execution was told that it was not. */
	sentAgainstWord: string[];
	/** Not sent, although the execution was told that it was. */
	missing: string[];
}

/**
 * Compares what executions were told of their sends with what the service has taken.
 *
 * @param told by number
 * @param made how many faxes the service has taken, by number and execution
 */
export function tallyOfSends(
	asked: readonly AskedSend[],
	told: ReadonlyMap<string, readonly ToldSend[]>,
	made: ReadonlyMap<string, ReadonlyMap<string, number>>,
	kills: readonly Disturbance[],
): SendTally {
	const tally: SendTally = {
		asked: asked.length,
		sent: 0,
		notSent: 0,
		unknown: { sent: 0, notSent: 0 },
		silent: [],
		twice: [],
		sentAgainstWord: [],
		missing: [],
	};
	for (const { to, askedAt } of asked) {
		const inFlight = wasInFlight(askedAt, kills, LEAD_MS);
		const outcomes = new Map((told.get(to) ?? []).map(({ executionId, outcome }) => [executionId, outcome]));
		const counts = made.get(to) ?? new Map<string, number>();
		for (const execution of new Set([...outcomes.keys(), ...counts.keys()])) {
			const count = counts.get(execution) ?? 0;
			if (count > 1) tally.twice.push(to);
			else countSend(tally, to, outcomes.get(execution), count, inFlight);
		}
		if (outcomes.size === 0 && counts.size === 0) {
			countSend(tally, to, undefined, 0, inFlight);
		}
	}
	return tally;
}

function countSend(
	tally: SendTally,
	to: string,
	outcome: string | undefined,
	made: number,
	inFlight: boolean,
): void {
	if (outcome === undefined) {
		tally.silent.push({ to, made, ...(inFlight ? { excuse: 'in flight at a kill' } : {}) });
	} else if (outcome === 'sent') {
		if (made === 1) tally.sent += 1;
		else tally.missing.push(to);
	} else if (outcome === 'unknown') {
		tally.unknown[made === 1 ? 'sent' : 'notSent'] += 1;
	} else if (made === 0) tally.notSent += 1;
	else tally.sentAgainstWord.push(to);
}

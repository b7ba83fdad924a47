import { wasInFlight, type Period } from '../../harness/endurance';

/**
 * How long a send can take, in milliseconds. In an outage, it waits up to a minute for each response and uploads its file up to
 * four times.
 */
const LEAD_MS = 300_000;

/** A fax that a workflow was told to send, to a number that no other fax uses. */
export interface AskedSend {
	to: string;
	/** Unix times of the requests in milliseconds. There are several if n8n's response was lost. */
	askedAt: readonly number[];
}

/** The outcome of a send, as an execution reported it. */
export interface ReportedSend {
	executionId: string;
	/** `sent`, or the outcome in the node's error. */
	outcome: string;
}

export interface SendTally {
	asked: number;
	/** Number of faxes that were sent once and reported as sent. */
	sent: number;
	/** Number of faxes that weren't sent and were reported as not sent. */
	notSent: number;
	/** Number of faxes whose outcome was reported as unknown, by whether they were sent. */
	unknown: { sent: number; notSent: number };
	/** Sends without a reported outcome, with the number of faxes sent. They're excused if n8n was killed. */
	silent: Array<{ to: string; made: number; excuse?: string }>;
	/** Numbers to which one execution sent more than one fax. */
	twice: string[];
	/** Numbers whose fax was sent, although the execution reported that it wasn't. */
	sentAgainstWord: string[];
	/** Numbers whose fax wasn't sent, although the execution reported that it was. */
	missing: string[];
}

/**
 * Compares what executions reported about their sends with what the simulator accepted.
 *
 * @param reported reported outcomes by number
 * @param made how many faxes the simulator accepted, by number and execution
 */
export function tallyOfSends(
	asked: readonly AskedSend[],
	reported: ReadonlyMap<string, readonly ReportedSend[]>,
	made: ReadonlyMap<string, ReadonlyMap<string, number>>,
	kills: readonly Period[],
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
		const inFlight = wasInFlight(askedAt, { kills, lead: LEAD_MS });
		const outcomes = new Map(
			(reported.get(to) ?? []).map(({ executionId, outcome }) => [executionId, outcome]),
		);
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

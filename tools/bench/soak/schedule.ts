import { Random, type Arrival, type Period } from '../../harness/endurance';
import type { SoakOptions } from './options';

type Size = Pick<SoakOptions, 'events' | 'minutes' | 'seed'>;

/** The events and faults of a run. All times are in milliseconds since the first possible event. */
export interface Schedule {
	duration: number;
	/** Events in order of time. */
	events: readonly Event[];
	restarts: readonly Restart[];
	publishes: readonly Publish[];
	outages: readonly Outage[];
	/** Times when somebody deletes the trigger's endpoint in Fax.Plus. */
	deletions: ReadonlyArray<{ at: number }>;
	/** Periods in which n8n is measured, at the end of each half. */
	measuring: ReadonlyArray<Period & { name: string; at: number }>;
}

export type Event =
	| (Arrival & { kind: 'delivery'; at: number })
	/** `lateness` is the time from the start of the fax until it's listed. */
	| { kind: 'fax'; at: number; category: 'inbox' | 'sent'; lateness: number }
	| { kind: 'send'; at: number };

/** The end of an n8n process, which is then restarted. */
export interface Restart {
	at: number;
	how: 'kill' | 'stop';
	/** Which process to end, as a position in the list of processes, from 0 up to but not including 1. */
	victim: number;
}

export interface Publish {
	at: number;
	trigger: 'faxPlusPollingTrigger' | 'faxPlusTrigger';
}

/** A period in which the simulator fails all requests. */
export interface Outage extends Period {
	with: 'hang-up' | 'reset-body' | 'silence' | 401 | 500;
	/** Whether the simulator carries out a request before it fails. */
	afterEffect: boolean;
}

const MINUTE = 60_000;

/** Shares of the events. The remaining events are sends. */
const DELIVERIES = 24 / 30;
const FAXES = 4 / 30;
const COPIED = 1 / 5;

/** Time from the last restart to the end of a measurement, as a share of the run. There are no faults while n8n is measured. */
const AGE = 1 / 8;
const MEASURING = 1 / 24;

/** How long the effects of a publish last, as a share of the run. */
const PUBLISHING = 1 / 60;

const LONGEST_COPY = 1 / 10;
const LONGEST_OUTAGE = 1 / 60;
/**
 * Shortest outage in milliseconds. It's longer than the pause between two polls, so that requests fail even in short runs.
 */
const SHORTEST_OUTAGE_MS = 10_000;
const LATE = 1 / 5;
const LOST = 1 / 3;
const LAGGING = 1 / 2;
const LONGEST_LAG = 20 * MINUTE;
const REFUSED = 10 * MINUTE;
/** Greatest age of a fax. It must exceed one hour, after which the trigger reports faxes that it holds back. */
const OLDEST = 90 * MINUTE;
const KILLS = 6;
const DELETIONS = 2;
const LONGEST_FAX = 40 * MINUTE;

/** Minutes between two restarts, publishes or outages. Each of them happens at least twice. */
const RESTART_EVERY = 12;
const PUBLISH_EVERY = 8;
const OUTAGE_EVERY = 6;

/** The events and faults of a run, which are the same for the same seed. */
export function scheduleOf({ events, minutes, seed }: Size): Schedule {
	const duration = minutes * MINUTE;
	const random = (what: string) => new Random(`${seed} ${what}`);
	const measuring = [duration / 2, duration].map((to) => ({ from: to - duration * MEASURING, to }));
	const [first, second] = measuring as [Period, Period];
	return {
		duration,
		events: eventsOf(random('arrivals'), events, duration),
		restarts: restarts(random('restarts'), minutes, duration),
		publishes: publishes(random('publishes'), minutes, [first, second], duration),
		outages: outages(random('outages'), minutes, [first, second], duration),
		deletions: [],
		measuring: [
			{ ...first, name: 'after the first half', at: first.from },
			{ ...second, name: 'at the end', at: second.from },
		],
	};
}

/**
 * The events and faults of a run about faxes without a webhook. In a short run, Fax.Plus's delays are shorter, but the
 * faxes aren't younger.
 */
export function scheduleOfMissed({ events, minutes, seed }: Size): Schedule {
	const duration = minutes * MINUTE;
	const random = new Random(`${seed} missed`);
	const all = { from: 0, to: duration };
	const kill = () => ({ how: 'kill' as const, victim: random.next() });
	const refused = random.between(duration * 0.2, duration * 0.7);
	return {
		duration,
		events: times(random, events, all).map((at) => ({
			kind: 'delivery',
			at,
			...copy(random, duration),
			isLost: random.next() < LOST,
			age: random.between(15 * MINUTE, OLDEST),
			lag: random.next() < LAGGING ? random.between(0, Math.min(LONGEST_LAG, duration / 4)) : 0,
		})),
		restarts: times(random, KILLS, { from: 0, to: duration * 0.9 }).map((at) => ({ at, ...kill() })),
		publishes: times(random, 2, all).map((at) => ({ at, trigger: 'faxPlusTrigger' })),
		outages: [
			{ from: refused, to: refused + Math.min(REFUSED, duration / 8), with: 401, afterEffect: false },
		],
		deletions: times(random, DELETIONS, { from: duration * 0.1, to: duration * 0.9 }).map((at) => ({ at })),
		measuring: [],
	};
}

/** Random times with an even distribution, as in a Poisson process with a known number of events. */
function times(random: Random, count: number, period: Period): number[] {
	const found = Array.from({ length: count }, () => random.between(period.from, period.to));
	return found.sort((a, b) => a - b);
}

function eventsOf(random: Random, events: number, duration: number): Event[] {
	const deliveries = Math.round(events * DELIVERIES);
	const faxes = Math.round(events * FAXES);
	const during = (count: number) => times(random, count, { from: 0, to: duration });
	const all: Event[] = [
		...during(deliveries).map((at) => ({ kind: 'delivery' as const, at, ...copy(random, duration) })),
		...during(faxes).map((at) => ({
			kind: 'fax' as const,
			at,
			category: random.pick<'inbox' | 'sent'>(['inbox', 'inbox', 'sent']),
			lateness: random.next() < LATE ? random.between(0, LONGEST_FAX) : 0,
		})),
		...during(events - deliveries - faxes).map((at) => ({ kind: 'send' as const, at })),
	];
	return all.sort((a, b) => a.at - b.at);
}

function copy(random: Random, duration: number): Pick<Arrival, 'copiesAfter'> {
	const [isCopied, after] = [random.next() < COPIED, random.between(1_000, duration * LONGEST_COPY)];
	return isCopied ? { copiesAfter: [after] } : {};
}

/**
 * Restarts at any time except shortly before a measurement. The last one before each measurement is an orderly restart at a
 * fixed time, so that n8n has always run for the same time.
 */
function restarts(random: Random, minutes: number, duration: number): Restart[] {
	const half = duration / 2;
	const inHalf = Math.max(1, Math.round(minutes / RESTART_EVERY / 2));
	return [0, half].flatMap((from, index) => {
		const last = from + half - duration * AGE;
		const found = times(random, inHalf, { from, to: last }).map((at, number) => ({
			at,
			how: (number + index) % 2 === 0 ? ('kill' as const) : ('stop' as const),
			victim: random.next(),
		}));
		return [...found, { at: last, how: 'stop' as const, victim: 0 }];
	});
}

function publishes(
	random: Random,
	minutes: number,
	measuring: readonly Period[],
	duration: number,
): Publish[] {
	const count = Math.max(2, Math.round(minutes / PUBLISH_EVERY));
	return times(random, count, { from: 0, to: duration })
		.map((at, index) => ({
			at,
			trigger: index % 2 === 0 ? ('faxPlusTrigger' as const) : ('faxPlusPollingTrigger' as const),
		}))
		.map((publish) => ({ ...publish, at: before(publish.at, measuring, duration * PUBLISHING) }));
}

function outages(random: Random, minutes: number, measuring: readonly Period[], duration: number): Outage[] {
	const count = Math.max(2, Math.round(minutes / OUTAGE_EVERY));
	const longest = Math.max(2 * SHORTEST_OUTAGE_MS, duration * LONGEST_OUTAGE);
	return times(random, count, { from: 0, to: duration - longest }).map((at, index) => {
		const from = before(at, measuring, longest);
		return {
			from,
			to: from + random.between(SHORTEST_OUTAGE_MS, longest),
			with: ([500, 'hang-up', 'silence', 'reset-body'] as const)[index % 4] ?? 500,
			afterEffect: random.next() < 0.5,
		};
	});
}

/** A time, or an earlier one if an event of this length would overlap with one of the periods. */
function before(at: number, periods: readonly Period[], length: number): number {
	const hit = periods.find(({ from, to }) => at + length > from && at < to);
	return hit ? hit.from - length : at;
}

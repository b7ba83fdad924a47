import { setTimeout as pause } from 'node:timers/promises';

import {
	disturb,
	failRequests,
	Ledger,
	ListedFaxes,
	untilEnded,
	type PassCounter,
	type Period,
	type RequestCounts,
	type Rig,
	type Watcher,
} from '../../../tools/harness/endurance';
import type { Simulator } from '../../../tools/simulator';
import { concluded, explain, figuresOf, type CheckOptions, type Outcome } from './outcome';
import type { Figures } from './report';
import { PATIENCE_MS as EXECUTIONS_PATIENCE_MS } from './scenario';

export interface PollingOptions extends CheckOptions {
	/** Number of faxes that are listed, and the time in which they arrive, in milliseconds. */
	faxes: number;
	duration: number;
	/** Faults of n8n, which happen one after the other, spread over that time. */
	faults: ReadonlyArray<() => Promise<void>>;
}

export interface PollingOutcome extends Outcome {
	figures: Figures;
}

/** Time between two checks, in milliseconds. It's long because each check reads the list of executions. */
const LEDGER_MS = 5_000;

/**
 * Maximum wait for all faxes, in milliseconds. It's more than the ten minutes after which polls read all watched faxes
 * again.
 */
const PATIENCE_MS = 900_000;

/** What Fax.Plus does instead of responding normally, in a third of its responses. */
const FAULTS = [500, 'reset-body', 'silence'] as const;
const FAILING = 1 / 3;

const MINUTE = 60_000;
const LONGEST_FAX = 40 * MINUTE;

/**
 * Adds faxes for the polling trigger to find while many faults disturb n8n, and then compares them with the executions. At
 * the end, the workflow is deactivated.
 */
export async function runPolling(
	rig: Rig,
	simulator: Simulator,
	watcher: Watcher,
	options: PollingOptions,
): Promise<PollingOutcome> {
	const { api } = rig.main;
	const { workflowId, passes } = watcher;
	const faxes = new ListedFaxes(simulator);
	const ledger = new Ledger(api, watcher, faxes);
	const trouble = failRequests(simulator, ({ failed }) =>
		Math.random() < FAILING ? { with: FAULTS[failed % FAULTS.length] ?? 500 } : undefined,
	);
	const [kills] = await Promise.all([
		disturbAll(rig, watcher, options),
		listFaxes(faxes, options.faxes, options.duration),
	]);

	await untilAllPassed(ledger, passes);
	await untilEnded(api, workflowId, EXECUTIONS_PATIENCE_MS);
	trouble.end();
	const lastAt = Math.max(...passes.passes.map(({ at }) => at));
	const outcome = await concluded(ledger, { kills }, options);
	await api.deactivate(workflowId);
	await passes.stop();

	explain('polls', ledger, outcome);
	const lag = lastAt - (faxes.all.at(-1)?.listedAt ?? 0);
	return { ...outcome, figures: pollingFigures(outcome, options, trouble.counts, lag) };
}

/**
 * Adds faxes to the lists at a steady rate. Every third one is a sent fax. Every fifth one took a long time, and began up
 * to forty minutes before it's listed. Half of those have no later time in their record either.
 */
async function listFaxes(faxes: ListedFaxes, count: number, duration: number): Promise<void> {
	const from = Date.now();
	for (let index = 0; index < count; index++) {
		await pause(Math.max(0, from + ((index + 1) * duration) / count - Date.now()));
		const lateness = index % 5 === 0 ? Math.random() * LONGEST_FAX : 0;
		faxes.add(index % 3 === 2 ? 'sent' : 'inbox', lateness, index % 10 !== 0);
	}
}

/** Runs the faults, every other one during an execution, and renames the node once. Returns the periods of the faults. */
async function disturbAll(
	rig: Rig,
	{ passes, rename }: Watcher,
	{ faults, duration }: PollingOptions,
): Promise<Period[]> {
	const pauseMs = duration / (faults.length + 2);
	const periods: Period[] = [];
	for (const [index, fault] of faults.entries()) {
		if (index === Math.floor(faults.length / 2)) {
			await pause(pauseMs);
			await rename('Renamed');
		}
		await pause(pauseMs);
		if (index % 2 === 1) await nextPass(passes);
		periods.push(await disturb(rig, fault));
	}
	return periods;
}

/** Waits until the trigger outputs an item, for at most half a minute. */
async function nextPass({ passes }: PassCounter): Promise<void> {
	const count = passes.length;
	for (let check = 0; check < 3_000 && passes.length === count; check++) await pause(10);
}

/**
 * Waits until every fax has started the workflow. Faxes are left out if n8n lists their execution as failed, or has dropped
 * its data.
 */
async function untilAllPassed(ledger: Ledger, { passes }: PassCounter): Promise<void> {
	const begun = Date.now();
	while (Date.now() - begun < PATIENCE_MS) {
		await pause(LEDGER_MS);
		if (ledger.outstanding.length === 0) return;
		await ledger.broken.look();
		const { lost } = ledger.tally({ kills: [] });
		const isQuiet = Date.now() - Math.max(begun, passes.at(-1)?.at ?? 0) > EXECUTIONS_PATIENCE_MS;
		if (lost.length === 0 || (ledger.broken.of('givenUp').length > 0 && isQuiet)) return;
	}
}

function pollingFigures(
	outcome: Outcome,
	{ faxes, duration, faults }: PollingOptions,
	{ requests, failed }: RequestCounts,
	lag: number,
): Figures {
	const minutes = (milliseconds: number): string => (milliseconds / MINUTE).toFixed(1);
	return {
		faxes: `${faxes} in ${minutes(duration)} minutes`,
		faults: faults.length,
		'all had started the workflow': `${minutes(lag)} minutes later`,
		'requests, of which failed': `${requests}, ${failed}`,
		...figuresOf(outcome),
	};
}

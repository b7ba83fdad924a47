import { setTimeout as pause } from 'node:timers/promises';

import type { Simulator } from '../../../tools/simulator';
import { balance, FAX_ID, OUTAGE, untilEnded, type Ledger } from './ledger';
import {
	explain,
	figuresOf,
	retryBroken,
	withoutLaterPass,
	type CheckOptions,
	type Outcome,
} from './outcome';
import type { PassCounter } from './passes';
import type { Figures } from './report';
import { failAThird, listFaxes, type AddedFax } from './pollingStream';
import type { PollingWorkflow } from './pollingWorkflow';
import { PATIENCE_MS as EXECUTIONS_PATIENCE_MS, type Rig } from './scenario';

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

/**
 * How long before a disturbance a poll may have started whose execution was still running. After a disturbance, n8n takes
 * some time to continue.
 */
const LEAD_MS = 15_000;
const LAG_MS = 60_000;

interface Period {
	from: number;
	to: number;
}

/**
 * Adds faxes for the polling trigger to find while many faults disturb n8n, and then compares them with the executions. At
 * the end, the workflow is deactivated.
 */
export async function runPolling(
	rig: Rig,
	simulator: Simulator,
	watched: PollingWorkflow,
	options: PollingOptions,
): Promise<PollingOutcome> {
	const { api } = rig.main;
	const { id, passes } = watched;
	const endTrouble = failAThird(simulator);
	const [faxes, disturbances] = await Promise.all([
		listFaxes(simulator, options.faxes, options.duration),
		disturb(rig, watched, options),
	]);

	const account = async () =>
		await balance(
			api,
			{ workflowId: id, passes },
			{ ids: faxes.map((fax) => fax.id), pattern: FAX_ID, outage: OUTAGE },
		);
	await untilAllPassed(passes, faxes, account);
	await untilEnded(api, id, EXECUTIONS_PATIENCE_MS);
	const requests = endTrouble();
	const ledger = await account();
	const lastAt = Math.max(...passes.passes.map(({ at }) => at));
	const stillMissing = await retryBroken(api, passes, ledger);
	const neverFound = options.waitsForCheck ? await withoutLaterPass(passes, ledger.lost) : undefined;
	await api.deactivate(id);
	await passes.stop();

	const outcome = { ledger, inFlight: inFlightDuring(disturbances, passes, faxes), stillMissing, neverFound };
	explainPolls(outcome, passes, faxes, disturbances);
	const lag = lastAt - (faxes.at(-1)?.listedAt ?? 0);
	return { ...outcome, figures: pollingFigures(outcome, options, requests, lag) };
}

/** Runs the faults, every other one during an execution, and renames the node once. */
async function disturb(
	{ supervisor }: Rig,
	{ passes, rename }: PollingWorkflow,
	{ faults, duration }: PollingOptions,
): Promise<Period[]> {
	const works = faults.map((fault, index) => async () => {
		if (index % 2 === 1) await nextPass(passes);
		await fault();
	});
	works.splice(Math.floor(works.length / 2), 0, async () => {
		await rename('Renamed');
	});
	const periods: Period[] = [];
	for (const work of works) {
		await pause(duration / (works.length + 1));
		const from = Date.now();
		await work();
		await supervisor.untilAllRun();
		periods.push({ from, to: Date.now() });
	}
	return periods;
}

/** Waits until the trigger outputs an item, for at most half a minute. */
async function nextPass({ passes }: PassCounter): Promise<void> {
	const count = passes.length;
	for (let check = 0; check < 3_000 && passes.length === count; check++) await pause(10);
}

function pollingFigures(
	outcome: Outcome,
	{ faxes, duration, faults }: PollingOptions,
	{ requests, failed }: { requests: number; failed: number },
	lag: number,
): Figures {
	const minutes = (milliseconds: number): string => (milliseconds / 60_000).toFixed(1);
	const { ledger, inFlight } = outcome;
	return {
		faxes: `${faxes} in ${minutes(duration)} minutes`,
		faults: faults.length,
		'all had started the workflow': `${minutes(lag)} minutes later`,
		'requests, of which failed': `${requests}, ${failed}`,
		...figuresOf(outcome),
		'started it twice, but not in flight': ledger.twice.filter((id) => !inFlight.includes(id)).length,
		'failed executions that show an outage': ledger.outages.length,
	};
}

/**
 * Waits until every fax has started the workflow. Faxes are left out if n8n lists their execution as failed, or has dropped
 * its data.
 */
async function untilAllPassed(
	passes: PassCounter,
	faxes: readonly AddedFax[],
	account: () => Promise<Ledger>,
): Promise<void> {
	const begun = Date.now();
	while (Date.now() - begun < PATIENCE_MS) {
		await pause(LEDGER_MS);
		const passed = passes.executionsById();
		if (faxes.every(({ id }) => passed.has(id))) return;
		const { lost, givenUp } = await account();
		const isQuiet = Date.now() - Math.max(begun, passes.passes.at(-1)?.at ?? 0) > EXECUTIONS_PATIENCE_MS;
		if (lost.length === 0 || (givenUp.length > 0 && isQuiet)) return;
	}
}

function inFlightDuring(
	disturbances: readonly Period[],
	{ passes }: PassCounter,
	faxes: readonly AddedFax[],
): string[] {
	const isDuring = (at: number): boolean =>
		disturbances.some(({ from, to }) => at > from - LEAD_MS && at < to + LAG_MS);
	const passedDuring = new Set(passes.filter(({ at }) => isDuring(at)).map(({ id }) => id));
	return faxes.map(({ id }) => id).filter((id) => passedDuring.has(id));
}

function explainPolls(
	outcome: Outcome,
	{ passes }: PassCounter,
	faxes: readonly AddedFax[],
	disturbances: readonly Period[],
): void {
	const begun = faxes[0]?.listedAt ?? 0;
	const seconds = (at: number): string => ((at - begun) / 1000).toFixed(1);
	const periods = disturbances.map(({ from, to }) => `${seconds(from)} to ${seconds(to)} s`);
	explain(`Disturbances: ${periods.join(', ')}`, outcome, (id) => {
		const fax = faxes.find((one) => one.id === id);
		const passed = passes
			.filter((pass) => pass.id === id)
			.map((pass) => `${seconds(pass.at)} (${pass.executionId})`);
		return `begun at ${seconds(fax?.begunAt ?? 0)}, listed at ${seconds(fax?.listedAt ?? 0)}, passed at ${passed.join(', ')} s`;
	});
}

import { setTimeout as pause } from 'node:timers/promises';

import { seed, type Simulator } from '../../../simulator';
import type { N8n } from '../../../harness/n8n';
import { untilEnded } from './ledger';
import type { PassCounter } from './passes';
import type { Figures } from './report';
import { balancePolls, type PollingLedger } from './pollingLedger';
import { failAThird, listFaxes, type ListedFax } from './pollingStream';
import { watchFaxes, type PollingWorkflow } from './pollingWorkflow';
import type { Rig } from './scenario';

export interface PollingOptions {
	/** How many faxes are listed, and for how many milliseconds they come. */
	faxes: number;
	duration: number;
	/** Processes that are killed, one after the other, spread over that time. */
	kills: readonly N8n[];
}

export interface PollingOutcome {
	ledger: PollingLedger;
	/** Faxes that were under way while a process was killed or the workflow was published. */
	inFlight: string[];
	/** Of those lost in crashed or failed executions: the ones that did not pass when the execution was retried either. */
	stillMissing: string[];
	figures: Figures;
}

/** The list of executions is read with each look. */
const LEDGER_MS = 5_000;

/** All that is watched is read every ten minutes; after a worker has died, n8n takes a minute and a half to notice. */
const PATIENCE_MS = 900_000;
const EXECUTIONS_PATIENCE_MS = 120_000;

/** Before a disturbance, a poll may have begun whose execution still ran; after it, n8n goes on with what it has. */
const LEAD_MS = 15_000;
const LAG_MS = 60_000;

interface Period {
	from: number;
	to: number;
}

/** Runs the polling trigger on a rig that is disturbed in many ways, and settles the accounts afterwards. */
export async function runPolling(
	rig: Rig,
	simulator: Simulator,
	options: PollingOptions,
): Promise<PollingOutcome> {
	const { api } = rig.main;
	const watched = await watchFaxes(api, simulator, seed.ownerToken);
	const { id, passes } = watched;
	const endTrouble = failAThird(simulator);
	const [faxes, disturbances] = await Promise.all([
		listFaxes(simulator, options.faxes, options.duration),
		disturb(rig, watched, options),
	]);

	await settle(rig, id, passes, faxes);
	const requests = endTrouble();
	const ledger = await balancePolls(api, id, passes, faxes);
	const lastAt = Math.max(...passes.passes.map(({ at }) => at));
	const stillMissing = await retryBroken(rig, passes, ledger);
	await api.deactivate(id);
	await passes.stop();

	const outcome = { ledger, inFlight: inFlightDuring(disturbances, passes, faxes), stillMissing };
	explain(outcome, passes, faxes, disturbances);
	return {
		...outcome,
		figures: figuresOf(outcome, options, requests, lastAt - (faxes.at(-1)?.listedAt ?? 0)),
	};
}

/** Kills processes, every second one amid an execution, and renames the node once. */
async function disturb(
	{ supervisor }: Rig,
	{ passes, rename }: PollingWorkflow,
	{ kills, duration }: PollingOptions,
): Promise<Period[]> {
	const works = kills.map((n8n, index) => async () => {
		if (index % 2 === 1) await nextPass(passes);
		await n8n.kill();
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

/** Waits until something passes; half a minute at most. */
async function nextPass({ passes }: PassCounter): Promise<void> {
	const count = passes.length;
	for (let look = 0; look < 3_000 && passes.length === count; look++) await pause(10);
}

function figuresOf(
	{ ledger, inFlight, stillMissing }: Omit<PollingOutcome, 'figures'>,
	{ faxes, duration, kills }: PollingOptions,
	{ requests, failed }: { requests: number; failed: number },
	lag: number,
): Figures {
	const minutes = (milliseconds: number): string => (milliseconds / 60_000).toFixed(1);
	const broken = ledger.lostWithExecution.length;
	return {
		faxes: `${faxes} in ${minutes(duration)} minutes`,
		kills: kills.length,
		'all had passed': `${minutes(lag)} minutes later`,
		'requests, of which failed': `${requests}, ${failed}`,
		'passed in exactly one execution': ledger.passedOnce,
		lost: ledger.lost.length,
		'lost in crashed or failed executions': broken,
		'of these passed after Retry': broken - stillMissing.length,
		'passed twice': ledger.twice.length,
		'of these not in flight': ledger.twice.filter((id) => !inFlight.includes(id)).length,
		'executions marked crashed': ledger.crashed.length,
		'executions given up by n8n, without their data': ledger.givenUp.length,
		'executions failed': ledger.failed.length,
		'failed executions that show an outage': ledger.outages.length,
	};
}

/** Waits until every fax has passed or is in an execution that n8n lists as broken, and every execution has ended. */
async function settle(
	{ main: { api } }: Rig,
	workflowId: string,
	passes: PassCounter,
	faxes: readonly ListedFax[],
): Promise<void> {
	const deadline = Date.now() + PATIENCE_MS;
	while (Date.now() < deadline) {
		await pause(LEDGER_MS);
		const passed = passes.executionsById();
		const missing = faxes.filter(({ id }) => !passed.has(id)).length;
		if (missing === 0) break;
		if (missing > faxes.length / 10) continue;
		const { lost } = await balancePolls(api, workflowId, passes, faxes);
		if (lost.length === 0) break;
	}
	await untilEnded(api, workflowId, EXECUTIONS_PATIENCE_MS);
}

/** What a person does in the list of executions: presses Retry. */
async function retryBroken(
	{ main: { api } }: Rig,
	passes: PassCounter,
	{ lostWithExecution, crashed, failed }: PollingLedger,
): Promise<string[]> {
	if (lostWithExecution.length === 0) return [];
	for (const id of [...crashed, ...failed.map((execution) => execution.id)])
		await api.waitForExecution(await api.retryExecution(id));
	const passed = passes.executionsById();
	return lostWithExecution.filter((id) => !passed.has(id));
}

function inFlightDuring(
	disturbances: readonly Period[],
	{ passes }: PassCounter,
	faxes: readonly ListedFax[],
): string[] {
	const isDuring = (at: number): boolean =>
		disturbances.some(({ from, to }) => at > from - LEAD_MS && at < to + LAG_MS);
	const passedDuring = new Set(passes.filter(({ at }) => isDuring(at)).map(({ id }) => id));
	return faxes.map(({ id }) => id).filter((id) => passedDuring.has(id));
}

/** Lists every fax that did not fare as promised, with the reason. */
function explain(
	{ ledger, inFlight, stillMissing }: Omit<PollingOutcome, 'figures'>,
	{ passes }: PassCounter,
	faxes: readonly ListedFax[],
	disturbances: readonly Period[],
): void {
	const begun = faxes[0]?.listedAt ?? 0;
	const seconds = (at: number): string => ((at - begun) / 1000).toFixed(1);
	const times = (id: string): string => {
		const fax = faxes.find((one) => one.id === id);
		const passed = passes
			.filter((pass) => pass.id === id)
			.map((pass) => `${seconds(pass.at)} (${pass.executionId})`);
		return `begun at ${seconds(fax?.begunAt ?? 0)}, listed at ${seconds(fax?.listedAt ?? 0)}, passed at ${passed.join(', ')} s`;
	};
	const lines = [
		...ledger.lost.map((id) => `${id} was lost; ${times(id)}`),
		...ledger.lostWithExecution.map((id) => {
			const retried = stillMissing.includes(id) ? 'nor when it was retried' : 'it did when that was retried';
			return `${id} did not pass, because n8n marked its execution crashed or failed; ${retried}`;
		}),
		...ledger.twice.map((id) => {
			const reason = inFlight.includes(id) ? 'it was in flight at a disturbance' : 'for no known reason';
			return `${id} passed twice: ${reason}; ${times(id)}`;
		}),
		...[...ledger.givenUp, ...ledger.failed, ...ledger.outages].map(
			({ id, message }) => `execution ${id} failed: ${message}`,
		),
		...ledger.unfinished.map((id) => `execution ${id} has not ended`),
	];
	if (lines.length === 0) return;
	const periods = disturbances.map(({ from, to }) => `${seconds(from)} to ${seconds(to)} s`);
	console.log([`Disturbances: ${periods.join(', ')}`, ...lines].join('\n'));
}

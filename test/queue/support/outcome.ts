import { setTimeout as pause } from 'node:timers/promises';

import type { N8nApi } from '../../../tools/harness/n8n';
import type { Ledger } from './ledger';
import type { PassCounter } from './passes';
import type { Figures } from './report';

/** Time between two checks, in milliseconds. */
const CHECK_MS = 5_000;

/** The result of a scenario. */
export interface Outcome<L extends Ledger = Ledger> {
	ledger: L;
	/** Deliveries or faxes that were active during a disturbance. */
	inFlight: string[];
	/** Those in crashed or failed executions that didn't start the workflow even with Retry. */
	stillMissing: string[];
	/**
	 * Those that aren't in any execution, and that no later check of the lists has found. It's undefined if the scenario
	 * doesn't wait for a check.
	 */
	neverFound?: string[] | undefined;
}

/** Presses Retry in the list of executions, as a user does. */
export async function retryBroken(
	api: N8nApi,
	passes: PassCounter,
	{ lostWithExecution, crashed, failed }: Ledger,
): Promise<string[]> {
	if (lostWithExecution.length === 0) return [];
	for (const id of [...crashed, ...failed.map((execution) => execution.id)])
		await api.waitForExecution(await api.retryExecution(id));
	const passed = passes.executionsById();
	return lostWithExecution.filter((id) => !passed.has(id));
}

/**
 * Time until checks have found everything, in milliseconds. With workers, a check hands over faxes that have been listed
 * for ten minutes, and again 15 minutes later. It reads its lists completely every ten minutes.
 */
const LATER_MS = 40 * 60_000;

/** How a scenario handles faxes that haven't started the workflow. */
export interface CheckOptions {
	/** Whether to wait for a later check of the lists, which may take half an hour. */
	waitsForCheck?: boolean;
}

/** Time limit for a test that waits for such a check. */
export const LIMIT_WITH_CHECKS_MS = 2 * LATER_MS;

/**
 * Waits until checks of the lists find what no execution contained, and returns what they didn't find. If nothing was lost,
 * this returns at once.
 */
export async function withoutLaterPass(
	passes: PassCounter,
	lost: readonly string[],
	/** Returns another id that it may have started the workflow under. */
	otherNameOf: (id: string) => string | undefined = () => undefined,
): Promise<string[]> {
	const missing = (): string[] => {
		const passed = passes.executionsById();
		return lost.filter((id) => !passed.has(id) && !passed.has(otherNameOf(id) ?? id));
	};
	const begun = Date.now();
	while (missing().length > 0 && Date.now() - begun < LATER_MS) await pause(CHECK_MS);
	return missing();
}

export function figuresOf({ ledger, stillMissing, neverFound }: Omit<Outcome, 'inFlight'>): Figures {
	const broken = ledger.lostWithExecution.length;
	return {
		'started the workflow in exactly one execution': ledger.passedOnce,
		lost: ledger.lost.length,
		...(neverFound && { 'of these found by a later check': ledger.lost.length - neverFound.length }),
		'lost in crashed or failed executions': broken,
		'of these started it after Retry': broken - stillMissing.length,
		'started it twice': ledger.twice.length,
		'executions marked crashed': ledger.crashed.length,
		'executions given up by n8n, without their data': ledger.givenUp.length,
		'executions failed': ledger.failed.length,
	};
}

/**
 * Prints everything that broke a promise, with the reason.
 *
 * @param times returns when a delivery or fax arrived, and when it started the workflow
 */
export function explain(
	scenario: string,
	{ ledger, inFlight, stillMissing, neverFound }: Outcome,
	times: (id: string) => string,
): void {
	const lines = [
		...ledger.lost.map((id) => {
			const later = neverFound?.includes(id) ? 'nor did a later check find it' : 'a later check found it';
			return `${id} was lost, ${neverFound ? later : 'and no later check was waited for'}; ${times(id)}`;
		}),
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
	if (lines.length > 0) console.log([`${scenario}:`, ...lines].join('\n'));
}

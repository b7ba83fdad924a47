import { setTimeout as pause } from 'node:timers/promises';

import {
	countsOf,
	type Broken,
	type InFlight,
	type Ledger,
	type Tally,
} from '../../../tools/harness/endurance';
import type { Figures } from './report';

/** Time between two checks, in milliseconds. */
const CHECK_MS = 5_000;

/** The result of a scenario, after broken executions were retried. */
export interface Outcome extends Tally, Record<Broken['kind'], Broken[]> {
	/** Ids of executions that haven't finished. */
	unfinished: string[];
	/**
	 * Ids that weren't in any execution, and that a later check of the lists has found. It's undefined if the scenario doesn't
	 * wait for a check.
	 */
	foundLater?: string[] | undefined;
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

/** Retries broken executions, as a user does, and returns what has happened to each fax. */
export async function concluded(
	ledger: Ledger,
	inFlight: InFlight,
	{ waitsForCheck = false }: CheckOptions = {},
): Promise<Outcome> {
	const unfinished = await ledger.executions(['new', 'running', 'waiting', 'unknown']);
	await ledger.retryBroken();
	const { lost } = ledger.tally(inFlight);
	const foundLater = waitsForCheck ? await foundByLaterCheck(ledger, lost) : undefined;
	const kinds = ['crashed', 'failed', 'givenUp', 'outage'] as const;
	const broken = kinds.map((kind) => [kind, ledger.broken.of(kind)]);
	return {
		...ledger.tally(inFlight),
		...(Object.fromEntries(broken) as Record<Broken['kind'], Broken[]>),
		unfinished,
		foundLater,
	};
}

/**
 * Waits until checks of the lists find what no execution contained, and returns what they found. If nothing was lost, this
 * returns at once.
 */
export async function foundByLaterCheck(ledger: Ledger, lost: readonly string[]): Promise<string[]> {
	const found = (): string[] => {
		const outstanding = new Set(ledger.outstanding);
		return lost.filter((id) => !outstanding.has(id));
	};
	const begun = Date.now();
	while (found().length < lost.length && Date.now() - begun < LATER_MS) await pause(CHECK_MS);
	return found();
}

export function figuresOf(outcome: Outcome): Figures {
	const { foundLater, crashed, givenUp, failed, outage } = outcome;
	return {
		...countsOf(outcome),
		...(foundLater && { 'found by a later check': foundLater.length }),
		'executions marked crashed': crashed.length,
		'executions given up by n8n, without their data': givenUp.length,
		'executions failed': failed.length,
		'failed executions that show an outage': outage.length,
	};
}

/** Prints everything that broke a promise, with the reason. */
export function explain(scenario: string, ledger: Ledger, outcome: Outcome): void {
	const lines = [
		...ledger.explain(outcome),
		...(outcome.foundLater ?? []).map((id) => `${id} was lost, and a later check found it`),
		...outcome.unfinished.map((id) => `execution ${id} has not ended`),
	];
	if (lines.length > 0) console.log([`${scenario}:`, ...lines].join('\n'));
}

import type { FloodResult } from './flood';
import { GIVEN_UP, type Ledger } from './ledger';
import type { Outcome } from './outcome';
import type { DeliveryLedger } from './scenario';

/** Expects that all deliveries started the workflow in exactly one execution, and that nothing failed. */
export function expectEachOnce({ ledger }: Outcome<DeliveryLedger>, count: number): void {
	expect(ledger).toMatchObject({ accepted: count, passedOnce: count, lost: [], twice: [] });
	expect(ledger).toMatchObject({ crashed: [], givenUp: [], failed: [], unfinished: [] });
}

/**
 * Expects that a fault has lost none of the deliveries. All were accepted, and have started the workflow, some of them only
 * with a Retry. If n8n has dropped an execution's data, a later check must have found its fax, if the scenario waits for
 * that. Only deliveries that were active during the fault may have started the workflow twice.
 */
export function expectNoneLost(outcome: Outcome<DeliveryLedger>, count: number): void {
	const { ledger, inFlight, stillMissing, neverFound } = outcome;
	expect(ledger).toMatchObject({ accepted: count, unfinished: [] });
	expect(failedOtherwise(ledger)).toEqual([]);
	expect(ledger.lost.length).toBeLessThanOrEqual(ledger.givenUp.length);
	expect(ledger.lostWithExecution.length).toBeLessThanOrEqual(ledger.crashed.length + ledger.failed.length);
	expect(neverFound ?? []).toEqual([]);
	expect(stillMissing).toEqual([]);
	expect(inFlight).toEqual(expect.arrayContaining(ledger.twice));
	const others = [...ledger.lost, ...ledger.lostWithExecution, ...ledger.twice];
	expect(ledger.passedOnce).toBe(count - others.length);
}

/** Returns the failed executions, except those that couldn't reach the database, which can be retried. */
function failedOtherwise({ failed }: Ledger): Ledger['failed'] {
	return failed.filter(({ message }) => !GIVEN_UP.test(message));
}

/** Expects that a fault has lost none of the listed faxes. */
export function expectNoFaxLost({ ledger, inFlight, stillMissing, neverFound }: Outcome): void {
	expect(ledger).toMatchObject({ failed: [], unfinished: [] });
	expect(ledger.lostWithExecution.length === 0 || ledger.crashed.length > 0).toBe(true);
	expect(ledger.givenUp.length > 0 || ledger.lost.length === 0).toBe(true);
	expect(neverFound ?? []).toEqual([]);
	expect(stillMissing).toEqual([]);
	expect(inFlight).toEqual(expect.arrayContaining(ledger.twice));
}

/**
 * Expects that every request of a flood got a response and none was accepted. The response is 503 if too many requests must
 * be checked with Fax.Plus.
 */
export function expectRefused({ answers, unanswered }: FloodResult): void {
	expect(unanswered).toBe(0);
	expect(Object.keys(answers).filter((status) => !/^(4..|503)$/.test(status))).toEqual([]);
}

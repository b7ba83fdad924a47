import type { FloodResult } from './flood';
import { GIVEN_UP, type Ledger } from './ledger';
import type { Outcome } from './outcome';
import type { DeliveryLedger } from './scenario';

/** All of so many deliveries passed in exactly one execution, and nothing else happened. */
export function expectEachOnce({ ledger }: Outcome<DeliveryLedger>, count: number): void {
	expect(ledger).toMatchObject({ accepted: count, passedOnce: count, lost: [], twice: [] });
	expect(ledger).toMatchObject({ crashed: [], givenUp: [], failed: [], unfinished: [] });
}

/**
 * Amid a fault all of so many deliveries were accepted, and passed at the latest when what n8n lists as broken was retried;
 * what n8n itself has dropped the data of, a later check of the lists has brought, where that was waited for. Only what was under way may have passed twice.
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

/** Failed executions, but for those in which the database was away: n8n lists them as failed, and they can be retried. */
function failedOtherwise({ failed }: Ledger): Ledger['failed'] {
	return failed.filter(({ message }) => !GIVEN_UP.test(message));
}

/** The same of faxes that were listed. */
export function expectNoFaxLost({ ledger, inFlight, stillMissing, neverFound }: Outcome): void {
	expect(ledger).toMatchObject({ failed: [], unfinished: [] });
	expect(ledger.lostWithExecution.length === 0 || ledger.crashed.length > 0).toBe(true);
	expect(ledger.givenUp.length > 0 || ledger.lost.length === 0).toBe(true);
	expect(neverFound ?? []).toEqual([]);
	expect(stillMissing).toEqual([]);
	expect(inFlight).toEqual(expect.arrayContaining(ledger.twice));
}

/** Every request of a flood was answered, and none was taken; beyond what may be checked with Fax.Plus, the answer is 503. */
export function expectRefused({ answers, unanswered }: FloodResult): void {
	expect(unanswered).toBe(0);
	expect(Object.keys(answers).filter((status) => !/^(4..|503)$/.test(status))).toEqual([]);
}

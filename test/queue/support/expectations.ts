import { GIVEN_UP } from '../../../tools/harness/endurance';
import type { FloodResult } from './flood';
import type { Outcome } from './outcome';

/** Expects that all deliveries started the workflow in exactly one execution, and that nothing failed. */
export function expectEachOnce(outcome: Outcome, count: number): void {
	expect(outcome).toMatchObject({ accepted: count, passedOnce: count, lost: [], twice: [] });
	expect(outcome).toMatchObject({ crashed: [], givenUp: [], failed: [], outage: [], unfinished: [] });
}

/**
 * Expects that a fault has lost none of the deliveries. All were accepted, and have started the workflow, some of them only
 * with a Retry. If n8n has dropped an execution's data, a later check must have found its fax, if the scenario waits for
 * that. Only deliveries that were active during the fault may have started the workflow twice.
 */
export function expectNoneLost(outcome: Outcome, count: number): void {
	const { crashed, failed, givenUp, afterRetry, twice } = outcome;
	const { lost, foundLater = [] } = outcome;
	expect(outcome).toMatchObject({ accepted: count, outage: [], unfinished: [] });
	// Executions that couldn't reach the database can be retried.
	expect(failed.filter(({ message }) => !GIVEN_UP.test(message))).toEqual([]);
	expect(lost.length + foundLater.length).toBeLessThanOrEqual(givenUp.length);
	expect(afterRetry.length).toBeLessThanOrEqual(crashed.length + failed.length);
	expectFoundOrGivenUp(outcome);
	expect(outcome.passedOnce).toBe(count - lost.length - twice.length);
}

/** Expects that a fault has lost none of the listed faxes. */
export function expectNoFaxLost(outcome: Outcome): void {
	const { givenUp, lost, foundLater = [] } = outcome;
	expect(outcome).toMatchObject({ failed: [], unfinished: [] });
	expect(givenUp.length > 0 || lost.length + foundLater.length === 0).toBe(true);
	expectFoundOrGivenUp(outcome);
}

/**
 * Expects that each fax of a retried execution has started the workflow, that a later check has found each lost fax, if the
 * scenario waited for one, and that each second start has an excuse.
 */
function expectFoundOrGivenUp({ lost, foundLater, lostWithExecution, twice }: Outcome): void {
	expect(lostWithExecution).toEqual([]);
	expect(foundLater ? lost : []).toEqual([]);
	expect(twice.filter(({ excuse }) => excuse === undefined)).toEqual([]);
}

/**
 * Expects that every request of a flood got a response and none was accepted. The response is 503 if too many requests must
 * be checked with Fax.Plus.
 */
export function expectRefused({ answers, unanswered }: FloodResult): void {
	expect(unanswered).toBe(0);
	expect(Object.keys(answers).filter((status) => !/^(4..|503)$/.test(status))).toEqual([]);
}

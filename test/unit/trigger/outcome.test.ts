import { FINAL_STATUSES, outcomeOf } from '../../../nodes/shared/faxes/faxStatus';
import { isWantedOutcome } from '../../../nodes/shared/faxes/wantedOutcome';

const FAILURES = FINAL_STATUSES.filter((status) => outcomeOf(status) === 'failure');

/** Statuses that don't clearly show whether the fax succeeded. */
const UNSURE = ['sending', 'a_new_status', 'SUCCESS', '', undefined, null, 7, ['success'], { success: true }];

it('A trigger for successes accepts a success, and one for failures ignores it', () => {
	expect(isWantedOutcome('success', 'success')).toBe(true);
	expect(isWantedOutcome('failure', 'success')).toBe(false);
});

it.each([...FAILURES, 'failed_in_a_new_way', 'partially_lost'])(
	'A trigger for failures accepts %s, and one for successes ignores it',
	(status) => {
		expect(isWantedOutcome('failure', status)).toBe(true);
		expect(isWantedOutcome('success', status)).toBe(false);
	},
);

it.each(['any', 'success', 'failure'])(
	'A trigger for "%s" accepts an unknown status, because it may mean either',
	(wanted) => {
		expect(UNSURE.filter((status) => !isWantedOutcome(wanted, status))).toEqual([]);
	},
);

it.each(['any', undefined, null, 'else', '={{ "success" }}', {}])(
	'A trigger for %j accepts everything',
	(wanted) => {
		const all = [...FINAL_STATUSES, ...UNSURE];
		expect(all.filter((status) => !isWantedOutcome(wanted, status))).toEqual([]);
	},
);

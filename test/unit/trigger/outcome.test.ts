import { FINAL_STATUSES, outcomeOf } from '../../../nodes/shared/faxes/faxStatus';
import { isWantedOutcome } from '../../../nodes/shared/trigger/outcome';

const FAILURES = FINAL_STATUSES.filter((status) => outcomeOf(status) === 'failure');

/** Of none of these it is certain how the fax has ended. */
const UNCERTAIN = [
	'sending',
	'a_new_status',
	'SUCCESS',
	'',
	undefined,
	null,
	7,
	['success'],
	{ success: true },
];

describe('A trigger for successes', () => {
	it('takes a success', () => {
		expect(isWantedOutcome('success', 'success')).toBe(true);
	});

	it.each([...FAILURES, 'failed_in_a_new_way', 'partially_lost'])('leaves out %s', (status) => {
		expect(isWantedOutcome('success', status)).toBe(false);
	});
});

describe('A trigger for failures', () => {
	it.each([...FAILURES, 'failed_in_a_new_way', 'partially_lost'])('takes %s', (status) => {
		expect(isWantedOutcome('failure', status)).toBe(true);
	});

	it('leaves out a success', () => {
		expect(isWantedOutcome('failure', 'success')).toBe(false);
	});
});

it.each(['any', 'success', 'failure'])(
	'A trigger for "%s" takes what may have ended in either way',
	(wanted) => {
		expect(UNCERTAIN.filter((status) => !isWantedOutcome(wanted, status))).toEqual([]);
	},
);

it.each(['any', undefined, null, 'else', '={{ "success" }}', {}])(
	'A trigger for %j takes everything',
	(wanted) => {
		const all = [...FINAL_STATUSES, ...UNCERTAIN];
		expect(all.filter((status) => !isWantedOutcome(wanted, status))).toEqual([]);
	},
);

import { toResult } from '../../../nodes/FaxPlus/resources/fax/waiting/result';

const known = { id: 'f', to: '+15550100200' };
const record = { id: 'f', status: 'success', to: '+15550100200' };

function resultOf(fax: typeof record & { cost?: number; duration?: number }): object {
	return toResult({ found: { in: 'faxes', fax }, isGone: false, fault: undefined }, known);
}

test('what a fax has cost and how long it took come out where the record tells', () => {
	expect(resultOf({ ...record, cost: 2, duration: 75 })).toMatchObject({ cost: 2, duration: 75 });
});

test('and are left out where it does not', () => {
	expect(resultOf(record)).not.toHaveProperty('cost');
	expect(resultOf(record)).not.toHaveProperty('duration');
});

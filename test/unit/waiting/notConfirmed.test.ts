import { requireDelivery, toResult } from '../../../nodes/FaxPlus/resources/fax/waiting/result';

test('a fax of which nobody tells whether the service took it fails the item that has to be delivered', () => {
	const nothing = { found: undefined, isGone: false, doubt: undefined, fault: undefined };
	const result = toResult(nothing, { id: null, to: '+15550100200', status: 'not_confirmed' });
	expect(result.statusMeaning).not.toMatch(/The wait ended/);
	expect(() => {
		requireDelivery([result]);
	}).toThrow(
		/^It is not known whether the fax to \+15550100200 was delivered\. The service did not say that it took the fax\. Look at the outbox/,
	);
});

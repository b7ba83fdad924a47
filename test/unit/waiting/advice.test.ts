import fc from 'fast-check';

import type { ReadCall } from '../../../nodes/FaxPlus/operation/itemCall';
import type { Found, Waited } from '../../../nodes/FaxPlus/resources/fax/waiting/awaitedFax';
import { NOT_CONFIRMED, type FaxResult } from '../../../nodes/FaxPlus/resources/fax/waiting/faxResult';
import { requireDelivery, toResult } from '../../../nodes/FaxPlus/resources/fax/waiting/waitForSend';
import { ServiceFault } from '../../../nodes/shared/http/faults';
import { FINAL_STATUSES, isSentInVain, outcomeOf } from '../../../nodes/shared/faxes/faxStatus';
import { faxedByObeying } from '../../support/secondFaxes';

/** The state of a fax to one recipient at the end of a wait. */
interface End extends Partial<Waited> {
	id: string | null;
	status: string;
}

const fax = (status: string): Found => ({ in: 'faxes', fax: { id: 'record', status } });
const fault = new ServiceFault('The token may not do this', 'refused', 403, 'forbidden');
const doubts = ['others are alike', 'ids are kept', 'it is too early'] as const;

const ENDS: End[] = [
	...[...FINAL_STATUSES, 'failed_call_rejected', 'failed_for_a_new_reason'].map((status) => ({
		id: 'outbox',
		status,
		found: fax(status),
	})),
	{ id: 'outbox', status: 'submitted', fault },
	{
		id: 'outbox',
		status: 'sending',
		found: { in: 'outbox', fax: { id: 'outbox', status: 'sending' } },
		fault,
	},
	{ id: 'outbox', status: 'sending', found: { in: 'outbox', fax: { id: 'outbox', status: 'sending' } } },
	{ id: 'outbox', status: 'scheduled_for_sending' },
	{ id: 'outbox', status: 'a_new_word' },
	{ id: 'outbox', status: 'sending', isGone: true },
	...doubts.map((because) => ({
		...{ id: 'outbox', status: 'sending', isGone: true },
		doubt: { because, ids: ['another'] },
	})),
	{ id: null, status: NOT_CONFIRMED },
];

const numberOf = (at: number): string => `+1555010020${at}`;

function resultsOf(ends: readonly End[]): FaxResult[] {
	return ends.map(({ id, status, ...waited }, at) => {
		const all = { found: undefined, isGone: false, doubt: undefined, fault: undefined, ...waited };
		return toResult(all, { id, to: numberOf(at), from: '+15550100000', status }, ends.length > 1);
	});
}

/** Returns the error of an item if "Require Delivery" is on, or undefined if there's none. */
function errorOf(results: FaxResult[]): ServiceFault | undefined {
	const call = { context: { getExecutionCancelSignal: () => undefined } } as unknown as ReadCall;
	try {
		requireDelivery(call, results);
		return undefined;
	} catch (error) {
		return error as ServiceFault;
	}
}

const isKnownFailure = ({ outcome }: FaxResult): boolean => outcome === 'failure';

describe.each(ENDS)('a fax that ends with $status: $id, gone $isGone', (end) => {
	const [result] = resultsOf([end]);
	const isDelivered = end.status === 'success';

	test('succeeds only if it was delivered', () => {
		expect(errorOf(resultsOf([end])) === undefined).toBe(isDelivered);
		expect(result?.outcome === 'success').toBe(isDelivered);
	});

	test('is never to be sent again while its result is unknown', () => {
		const { message = '' } = errorOf(resultsOf([end])) ?? {};
		const isOpen = outcomeOf(end.status) === 'pending';
		expect(result?.outcome === 'pending' || result?.outcome === 'unknown').toBe(isOpen);
		for (const text of [message, result?.statusMeaning ?? ''])
			if (isOpen || isDelivered) expect([...faxedByObeying(text, [numberOf(0)])]).toEqual([]);
		if (isOpen) expect(message).toContain(end.id === null || end.isGone ? 'sent faxes' : 'Wait for Result');
	});
});

test('with several recipients, the error only suggests sending to those that failed and may be tried again', () => {
	const property = fc.property(fc.array(fc.constantFrom(...ENDS), { minLength: 2, maxLength: 6 }), (ends) => {
		const results = resultsOf(ends);
		const message = errorOf(results)?.message ?? '';
		const all = results.map(({ to }) => to);
		const wanted = results.filter((one) => isKnownFailure(one) && !isSentInVain(one.status));
		expect([...faxedByObeying(message, all)].sort()).toEqual(wanted.map(({ to }) => to).sort());
		const [, given = ''] = /Don't try (.*?) again\./.exec(message) ?? [];
		for (const one of results) {
			expect(given.includes(one.to)).toBe(isKnownFailure(one) && isSentInVain(one.status));
			if (one.outcome !== 'success') expect(message).toContain(one.to);
		}
	});
	fc.assert(property, { numRuns: 500 });
});

test('an item about a fax to several recipients names its own recipient', () => {
	for (const { to, outcome, statusMeaning = '' } of resultsOf(ENDS.slice(0, 10)))
		if (outcome === 'failure' && faxedByObeying(statusMeaning, ['all']).size > 0)
			expect(statusMeaning).toContain(to);
});

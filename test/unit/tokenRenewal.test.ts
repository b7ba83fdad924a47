import type { INode } from 'n8n-workflow';

import { renewalFor } from '../../nodes/shared/http/tokenRenewal';
import { NODE } from './support/context';

let credentials = 0;

/** Returns a node with a credential that no other test uses. */
function nodeWithCredential(): INode {
	credentials += 1;
	return { ...NODE, credentials: { faxPlusOAuth2Api: { id: `credential ${credentials}`, name: 'Account' } } };
}

/** Returns renewals as a node's executions request them. The test decides when and how each one ends. */
function renewals() {
	const ends: Array<{ succeed: () => void; fail: (error: Error) => void }> = [];
	const node = nodeWithCredential();
	const execution = () => {
		const renewal = renewalFor({ ...node }, 'faxPlusOAuth2Api');
		return {
			get tokenNumber() {
				return renewal.tokenNumber;
			},
			replace: async (tokenNumber: number) => {
				await renewal.replace(tokenNumber, async () => {
					await new Promise<void>((succeed, fail) => {
						ends.push({ succeed, fail });
					});
				});
			},
		};
	};
	return { renewal: execution(), execution, ends };
}

test('one renewal serves all executions with the same token of a credential, and no others', async () => {
	const { renewal, execution, ends } = renewals();
	const other = execution();
	const met = other.tokenNumber;
	const replaced = [renewal.replace(renewal.tokenNumber), other.replace(met)];
	expect(ends).toHaveLength(1);
	ends[0]?.succeed();
	await Promise.all(replaced);
	await execution().replace(met);
	expect(ends).toHaveLength(1);

	expect(renewalFor(nodeWithCredential(), 'faxPlusOAuth2Api').tokenNumber).toBe(0);
	expect(execution().tokenNumber).toBe(1);
});

test.each([null, ''])('nodes whose credential has no ID share no renewal: %j', (id) => {
	const credential = { faxPlusOAuth2Api: { id, name: 'Account' } };
	const [one, other] = [1, 2].map(() => renewalFor({ ...NODE, credentials: credential }, 'faxPlusOAuth2Api'));
	expect(one).not.toBe(other);
});

test('the new token may expire too', async () => {
	const { renewal, ends } = renewals();
	const first = renewal.replace(renewal.tokenNumber);
	ends[0]?.succeed();
	await first;
	const second = renewal.replace(renewal.tokenNumber);
	ends[1]?.succeed();
	await second;
	expect(ends).toHaveLength(2);
});

test('a failed renewal fails for all that wait, and the next request tries again', async () => {
	const { renewal, ends } = renewals();
	const met = renewal.tokenNumber;
	const waiting = Promise.allSettled([renewal.replace(met), renewal.replace(met)]);
	const reason = new Error('refused');
	ends[0]?.fail(reason);
	expect(await waiting).toEqual(Array(2).fill({ status: 'rejected', reason }));

	const again = renewal.replace(met);
	ends[1]?.succeed();
	await again;
	expect(ends).toHaveLength(2);
});

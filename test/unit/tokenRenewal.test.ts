import { TokenRenewal } from '../../nodes/shared/service/tokenRenewal';

/** Renewals whose ends the test decides. */
function renewals() {
	const ends: Array<{ succeed: () => void; fail: (error: Error) => void }> = [];
	const renewal = new TokenRenewal(async () => {
		await new Promise<void>((succeed, fail) => {
			ends.push({ succeed, fail });
		});
	});
	return { renewal, ends };
}

test('one renewal serves all that met the same token', async () => {
	const { renewal, ends } = renewals();
	const met = renewal.tokenNumber;
	const replaced = [renewal.replace(met), renewal.replace(met)];
	expect(ends).toHaveLength(1);
	ends[0]?.succeed();
	await Promise.all(replaced);

	await renewal.replace(met);
	expect(ends).toHaveLength(1);
	expect(renewal.tokenNumber).not.toBe(met);
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

test('a renewal that fails fails for all that wait, and the next one is tried anew', async () => {
	const { renewal, ends } = renewals();
	const met = renewal.tokenNumber;
	const waiting = Promise.allSettled([renewal.replace(met), renewal.replace(met)]);
	const reason = new Error('refused');
	ends[0]?.fail(reason);
	expect(await waiting).toEqual([
		{ status: 'rejected', reason },
		{ status: 'rejected', reason },
	]);

	const again = renewal.replace(met);
	ends[1]?.succeed();
	await again;
	expect(ends).toHaveLength(2);
});

import { FaxLookups, NotYetConfirmed } from '../../../nodes/FaxPlusTrigger/delivery/faxLookups';
import { ServiceFault } from '../../../nodes/shared/http/faults';
import type { ReadRequest } from '../../../nodes/shared/http/requests';
import { MINUTE, SECOND } from '../support/clock';

/** Returns a simulated Fax.Plus with some faxes, a clock that tests set, and a list of all requests. */
function world(faxes: Record<string, string> = {}) {
	const clock = { now: 0 };
	const asked: string[] = [];
	const owners: Record<string, string> = { ...faxes };
	const failing: { with?: ServiceFault } = {};
	const status = { of: 'success' };
	const read = async ({ path }: ReadRequest) => {
		asked.push(path);
		await new Promise(setImmediate);
		if (failing.with) throw failing.with;
		const [, user, id] = /^\/accounts\/([^/]+)\/faxes\/(.+)$/.exec(path) ?? [];
		if (owners[id ?? ''] !== user) throw new ServiceFault('no such fax', 'refused', 400, 'bad_request');
		return { id, owner_id: user === 'self' ? 'me' : user, status: status.of };
	};
	const lookups = new FaxLookups(() => clock.now);
	const recordOf = async (id: string, userId?: string, meant = 'success') =>
		await lookups.recordOf({ read: read as never }, { id, userId }, (fax) => fax.status === meant);
	const lookUp = async (id: string, userId?: string) => (await recordOf(id, userId))?.id;
	return { clock, asked, owners, failing, status, recordOf, lookUp };
}

describe('A request for a fax', () => {
	it('serves all that need it within ten seconds, together or in turn', async () => {
		const { clock, asked, lookUp } = world({ a: 'self' });
		expect(await Promise.all([lookUp('a'), lookUp('a')])).toEqual(['a', 'a']);
		clock.now = 9 * SECOND;
		expect(await lookUp('a')).toBe('a');
		expect(asked).toHaveLength(1);
	});

	it('is repeated at once if the record has another result than the delivery', async () => {
		const { asked, status, recordOf } = world({ a: 'self' });
		status.of = 'failed';
		expect((await recordOf('a', undefined, 'failed'))?.status).toBe('failed');
		expect((await recordOf('a'))?.status).toBe('failed');
		status.of = 'success';
		expect((await recordOf('a'))?.status).toBe('success');
		expect(asked).toHaveLength(3);
	});

	it('without a result is repeated after ten seconds', async () => {
		const { clock, asked, owners, lookUp } = world();
		expect(await lookUp('a')).toBeUndefined();
		owners['a'] = 'self';
		clock.now = 9 * SECOND;
		expect(await lookUp('a')).toBeUndefined();
		clock.now = 10 * SECOND;
		expect(await lookUp('a')).toBe('a');
		expect(asked).toHaveLength(2);
	});

	it.each([new ServiceFault('busy', 'refused', 503, 'busy'), new ServiceFault('silent', 'unknown')])(
		'that failed is repeated as soon as the fax is delivered again: %s',
		async (fault) => {
			const { failing, lookUp } = world({ a: 'self' });
			failing.with = fault;
			expect(await Promise.allSettled([lookUp('a'), lookUp('a')])).toMatchObject([
				{ reason: fault },
				{ reason: fault },
			]);
			delete failing.with;
			expect(await lookUp('a')).toBe('a');
		},
	);

	it("uses the named user if the credential's own user has no such fax, unless they're the same", async () => {
		const { asked, lookUp } = world({ mine: 'self', theirs: 'member' });
		expect(await lookUp('theirs', 'member')).toBe('theirs');
		expect(await lookUp('mine', 'me')).toBe('mine');
		expect(await lookUp('nowhere', 'me')).toBeUndefined();
		expect(asked).toEqual([
			'/accounts/self/faxes/theirs',
			'/accounts/member/faxes/theirs',
			'/accounts/self/faxes/mine',
			'/accounts/self/faxes/nowhere',
		]);
	});

	it("as the wrong user doesn't block one as the right user", async () => {
		const { lookUp } = world({ theirs: 'member' });
		expect(await lookUp('theirs', 'stranger')).toBeUndefined();
		expect(await lookUp('theirs', 'member')).toBe('theirs');
	});

	it.each([
		[new ServiceFault('unauthorized', 'refused', 401)],
		[new ServiceFault('forbidden', 'refused', 403)],
		[new ServiceFault('silent', 'unknown')],
	])('fails with its error: %s', async (fault) => {
		const { failing, lookUp } = world({ a: 'self' });
		failing.with = fault;
		await expect(lookUp('a', 'member')).rejects.toBe(fault);
	});
});

describe('However many faxes are needed', () => {
	it('Fax.Plus gets at most thirty requests a minute', async () => {
		const { clock, asked, lookUp } = world();
		const times: number[] = [];
		for (clock.now = 0; clock.now < 180 * SECOND; clock.now += SECOND / 2) {
			const before = asked.length;
			for (let i = 0; i < 5; i++) await lookUp(`guess ${clock.now} ${i}`, 'member').catch(() => undefined);
			// The first request takes the longest, almost as long as a request may take.
			const way = before === 0 ? 4.9 * SECOND : 0;
			times.push(...Array<number>(asked.length - before).fill(clock.now + way));
		}
		const inMinuteFrom = (start: number) => times.filter((at) => at >= start && at < start + MINUTE).length;
		expect(Math.max(...times.map(inMinuteFrom))).toBeLessThanOrEqual(30);
	});

	it('Fax.Plus finds a fax that is delivered again a minute later, whatever faxes strangers have named', async () => {
		const { clock, owners, lookUp } = world();
		for (let i = 0; i < 40; i++) await lookUp(`guess ${i}`).catch(() => undefined);
		owners['a'] = 'self';
		await expect(lookUp('a')).rejects.toThrow(NotYetConfirmed);
		clock.now += 65 * SECOND;
		expect(await lookUp('a')).toBe('a');
	});
});

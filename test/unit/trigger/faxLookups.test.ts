import { AskedTooOften, FaxLookups } from '../../../nodes/FaxPlusTrigger/delivery/faxLookups';
import { ServiceFault } from '../../../nodes/shared/http/faults';
import type { ReadRequest } from '../../../nodes/shared/http/requests';
import { listsOf } from '../../../nodes/shared/watch/faxes';
import { MINUTE, SECOND } from '../support/clock';

const INBOX = listsOf(['fax_received'], false);
const BOTH = listsOf(['fax_received', 'fax_sent'], false);

/** A service that knows some faxes, a clock that tests set, and what was asked. */
function world(faxes: Record<string, string> = {}) {
	const clock = { now: 0 };
	const asked: string[] = [];
	const owners: Record<string, string> = { ...faxes };
	const failing: { with?: ServiceFault } = {};
	const read = async ({ path, qs }: ReadRequest) => {
		asked.push(qs ? `list ${qs['category'] as string}` : path);
		await new Promise(setImmediate);
		if (failing.with) throw failing.with;
		const [, user, id] = /^\/accounts\/([^/]+)\/faxes\/(.+)$/.exec(path) ?? [];
		if (id === undefined) return { data: { records: Object.keys(owners).map((one) => ({ id: one })) } };
		if (owners[id] !== user) throw new ServiceFault('no such fax', 'refused', 400, 'bad_request');
		return { id, owner_id: user === 'self' ? 'me' : user };
	};
	const lookups = new FaxLookups(() => clock.now);
	const lookUp = async (id: string, userId?: string, lists = INBOX) =>
		(await lookups.recordOf({ read: read as never }, { id, userId, lists }))?.id;
	/** Strangers' requests that use up the reads of single faxes. */
	const flood = async (count = 100) => {
		const guess = async (i: number) => await lookUp(`guess ${clock.now} ${i}`).catch(() => 'refused');
		await Promise.all(Array.from({ length: count }, async (_, i) => await guess(i)));
	};
	return { clock, asked, owners, failing, lookUp, flood };
}

describe('A look at a fax', () => {
	it('is one for all that ask about it within ten seconds, together or in turn', async () => {
		const { clock, asked, lookUp } = world({ a: 'self' });
		expect(await Promise.all([lookUp('a'), lookUp('a')])).toEqual(['a', 'a']);
		clock.now = 9 * SECOND;
		expect(await lookUp('a')).toBe('a');
		expect(asked).toHaveLength(1);
	});

	it('that finds nothing is made again after ten seconds', async () => {
		const { clock, asked, owners, lookUp } = world();
		expect(await lookUp('a')).toBeUndefined();
		owners['a'] = 'self';
		clock.now = 9 * SECOND;
		expect(await lookUp('a')).toBeUndefined();
		clock.now = 10 * SECOND;
		expect(await lookUp('a')).toBe('a');
		expect(asked).toHaveLength(2);
	});

	it("asks as the named user where the credential's own has no such fax, unless they are the same", async () => {
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

	it('as another user than the genuine one keeps nobody from asking as that one', async () => {
		const { lookUp } = world({ theirs: 'member' });
		expect(await lookUp('theirs', 'stranger')).toBeUndefined();
		expect(await lookUp('theirs', 'member')).toBe('theirs');
	});

	it.each([
		[new ServiceFault('unauthorized', 'refused', 401)],
		[new ServiceFault('forbidden', 'refused', 403)],
		[new ServiceFault('silent', 'unknown')],
	])('that fails says so: %s', async (fault) => {
		const { failing, lookUp } = world({ a: 'self' });
		failing.with = fault;
		await expect(lookUp('a', 'member')).rejects.toBe(fault);
	});
});

describe('However many are asked for, the service', () => {
	it.each([[INBOX], [BOTH]])('is asked thirty times a minute at most', async (lists) => {
		const { clock, asked, lookUp } = world();
		const times: number[] = [];
		for (clock.now = 0; clock.now < 180 * SECOND; clock.now += SECOND / 2) {
			const before = asked.length;
			for (let i = 0; i < 5; i++)
				await lookUp(`guess ${clock.now} ${i}`, 'member', lists).catch(() => undefined);
			// What is asked first is the longest on its way, as far as a request may take.
			const way = before === 0 ? 4.9 * SECOND : 0;
			times.push(...Array<number>(asked.length - before).fill(clock.now + way));
		}
		const inMinuteFrom = (start: number) => times.filter((at) => at >= start && at < start + MINUTE).length;
		expect(Math.max(...times.map(inMinuteFrom))).toBeLessThanOrEqual(30);
	});

	it('finds a fax that is delivered again, whoever else strangers name', async () => {
		const { clock, owners, lookUp } = world();
		for (let i = 0; i < 20; i++) await lookUp(`guess ${i}`, 'stranger').catch(() => undefined);
		owners['a'] = 'self';
		clock.now += 5 * SECOND;
		expect(await lookUp('a')).toBe('a');
	});

	it('says of a fax that no list has that there was no more than a list', async () => {
		const { lookUp, flood } = world({ theirs: 'member' });
		await flood(15);
		await expect(lookUp('nowhere', 'member')).rejects.toThrow(AskedTooOften);
	});

	it('finds a fax that is delivered again, by its list', async () => {
		const { clock, owners, lookUp, flood } = world();
		await flood();
		owners['a'] = 'self';
		await expect(lookUp('a')).rejects.toThrow(AskedTooOften);
		clock.now += 5 * SECOND;
		await flood();
		expect(await lookUp('a')).toBe('a');
	});

	it('reads a list for all that wait for it, and more than some do not wait', async () => {
		const { asked, lookUp, flood } = world({ a: 'self' });
		await flood(15);
		const looks = Array.from({ length: 30 }, async () => await lookUp('a').catch(() => 'refused'));
		const answers = await Promise.all(looks);
		expect(answers.filter((answer) => answer === 'a')).toHaveLength(20);
		expect(asked.filter((one) => one === 'list inbox')).toHaveLength(1);
	});

	it('and a list that cannot be read is told to those who wait, and read again later', async () => {
		const { clock, failing, lookUp, flood } = world({ a: 'self' });
		await flood(15);
		failing.with = new ServiceFault('silent', 'unknown');
		await expect(lookUp('a')).rejects.toBe(failing.with);
		delete failing.with;
		clock.now += 5 * SECOND;
		expect(await lookUp('a')).toBe('a');
	});

	it('and what a list has told counts for a minute', async () => {
		const { clock, asked, owners, lookUp, flood } = world({ a: 'self' });
		await flood(15);
		expect(await lookUp('a')).toBe('a');
		delete owners['a'];
		clock.now += 59 * SECOND;
		expect(await lookUp('a')).toBe('a');
		clock.now += 2 * SECOND;
		const before = asked.length;
		await expect(lookUp('a')).rejects.toThrow(AskedTooOften);
		expect(asked.slice(before)).toEqual(['list inbox']);
	});
});

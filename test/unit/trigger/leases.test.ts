import { leases } from '../../../nodes/FaxPlusTrigger/endpoint/leases';
import { ServiceFault } from '../../../nodes/shared/service/faults';

const EP_1 = { id: 'ep_1', isGuess: false };
const EP_2 = { id: 'ep_2', isGuess: false };
let urls = 0;

const newUrl = () => {
	urls += 1;
	return `https://n8n.example/webhook/${urls}`;
};

/** Work that lasts until the test ends it. */
function heldWork() {
	let succeed: () => void = () => undefined;
	let fail: (error: Error) => void = () => undefined;
	const ended = new Promise<void>((resolve, reject) => {
		succeed = resolve;
		fail = reject;
	});
	let begun = 0;
	const work = async (): Promise<string> => {
		begun += 1;
		await ended;
		return 'done';
	};
	return { work, succeed, fail, hasBegun: () => begun > 0 };
}

const allHasRun = async (): Promise<void> => {
	await new Promise(setImmediate);
};

describe('A lease', () => {
	it('lasts until the same account takes the URL again, or lets it go', async () => {
		const url = newUrl();
		const { lease: first } = await leases.take(url, 'A');
		expect(first.isCurrent()).toBe(true);
		const { lease: second } = await leases.take(url, 'A');
		expect([first.isCurrent(), second.isCurrent()]).toEqual([false, true]);
		const ending = leases.end(url, 'A', EP_1);
		expect([second.isCurrent(), ending.isCurrent()]).toEqual([false, true]);
		ending.release();
		expect(leases.at(url)).toEqual([]);
	});

	it('ends when another account takes the URL, but an ending one does not', async () => {
		const url = newUrl();
		const ending = leases.end(url, 'A', EP_1);
		const { lease: second } = await leases.take(url, 'B');
		const { lease: third } = await leases.take(url, 'C');
		expect([ending, second, third].map((lease) => lease.isCurrent())).toEqual([true, false, true]);
	});

	it('takes over what is known of the endpoint, from the same account only', async () => {
		const url = newUrl();
		leases.end(url, 'A', EP_1);
		expect((await leases.take(url, 'B')).lease.endpoint).toBeUndefined();
		expect((await leases.take(url, 'A')).lease.endpoint).toEqual(EP_1);
	});

	it('knows which other accounts have got the URL since', async () => {
		const url = newUrl();
		const first = leases.end(url, 'A', EP_1);
		expect(first.successors).toEqual([]);
		await leases.take(url, 'B');
		const second = leases.end(url, 'B', EP_2);
		expect(first.successors).toEqual([second]);
		expect(second.successors).toEqual([]);
		first.release();
		expect(second.successors).toEqual([]);
	});
});

describe('Changes at the service', () => {
	it('of one URL take turns, and those of another do not wait', async () => {
		const [url, otherUrl] = [newUrl(), newUrl()];
		const [first, second, third] = [heldWork(), heldWork(), heldWork()];
		const { lease } = await leases.take(url, 'A');
		const { lease: other } = await leases.take(otherUrl, 'A');
		const changes = [lease.change(first.work), lease.change(second.work), other.change(third.work)];
		await allHasRun();
		expect([first, second, third].map((held) => held.hasBegun())).toEqual([true, false, true]);
		for (const held of [first, second, third]) held.succeed();
		expect(await Promise.all(changes)).toEqual(['done', 'done', 'done']);
	});

	it('do not happen once the lease has ended, not even when they were ordered before', async () => {
		const url = newUrl();
		const [first, second] = [heldWork(), heldWork()];
		const { lease } = await leases.take(url, 'A');
		const changes = [lease.change(first.work), lease.change(second.work)];
		await allHasRun();
		const taking = leases.take(url, 'A');
		first.succeed();
		await taking;
		expect(await Promise.all(changes)).toEqual(['done', undefined]);
		expect(second.hasBegun()).toBe(false);
	});

	it('that are under way are waited for when a URL is taken, whichever account made them', async () => {
		for (const account of ['A', 'B']) {
			const url = newUrl();
			const held = heldWork();
			const ending = leases.end(url, 'A', EP_1);
			const deletion = ending.change(held.work);
			await allHasRun();
			let isTaken = false;
			const taking = leases.take(url, account).then((taken) => {
				isTaken = true;
				return taken;
			});
			await allHasRun();
			expect(isTaken).toBe(false);
			ending.endpoint = undefined;
			held.succeed();
			await deletion;
			expect((await taking).lease.endpoint).toBeUndefined();
		}
	});

	it.each([
		{ what: 'unanswered', error: new ServiceFault('silence', 'unknown'), tells: true },
		{ what: 'refused', error: new ServiceFault('no', 'refused', 403, 'forbidden'), tells: false },
		{ what: 'stopped by something else', error: new Error('no credential'), tells: false },
	])('that end $what: who takes the URL is told $tells', async ({ error, tells }) => {
		const url = newUrl();
		const held = heldWork();
		const deletion = leases.end(url, 'A', EP_1).change(held.work);
		await allHasRun();
		const taking = leases.take(url, 'A');
		held.fail(error);
		await expect(deletion).rejects.toBe(error);
		const { lease, unanswered } = await taking;
		expect(unanswered).toBe(tells ? error : undefined);
		expect(lease.endpoint).toEqual(EP_1);
		expect((await leases.take(url, 'A')).unanswered).toBeUndefined();
	});
});

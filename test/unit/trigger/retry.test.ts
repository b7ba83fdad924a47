import { leases } from '../../../nodes/FaxPlusTrigger/endpoint/leases';
import { isTransient, Obstacle, retryLater } from '../../../nodes/FaxPlusTrigger/endpoint/retry';
import { ServiceFault } from '../../../nodes/shared/service/faults';
import type * as naps from '../../contract/support/naps';
import { pauses } from '../../contract/support/naps';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof naps>('../../contract/support/naps').withShortNaps(),
);

const DOWN = new ServiceFault('down', 'unknown', 503);
const NO = new ServiceFault('no', 'refused', 403, 'forbidden');
let urls = 0;

/** Tries work that fails with each of the errors, one after the other, and then succeeds. */
async function attempts(...errors: Error[]) {
	urls += 1;
	const { lease } = await leases.take(`https://n8n.example/retry/${urls}`, 'A');
	const failures: Array<[unknown, boolean]> = [];
	let made = 0;
	pauses.length = 0;
	const retrying = retryLater(lease, {
		pauses: [100, 200, 300],
		attempt: () => {
			made += 1;
			const error = errors.shift();
			return error ? Promise.reject(error) : Promise.resolve();
		},
		onFailure: (error, isLast) => failures.push([error, isLast]),
	});
	return { lease, retrying, failures, made: () => made };
}

beforeEach(() => {
	pauses.length = 0;
});

describe('Work for later', () => {
	it('waits before its first attempt, and is done with the one that succeeds', async () => {
		const { retrying, failures, made } = await attempts(DOWN);
		expect(made()).toBe(0);
		await retrying;
		expect(pauses).toEqual([100, 200]);
		expect(failures).toEqual([[DOWN, false]]);
		expect(made()).toBe(2);
	});

	it('ends with the last pause', async () => {
		const { retrying, failures, made } = await attempts(DOWN, DOWN, DOWN, DOWN);
		await retrying;
		expect(failures.map(([, isLast]) => isLast)).toEqual([false, false, true]);
		expect(made()).toBe(3);
	});

	it.each([NO, new Obstacle('in use', false), new Error('no credential')])(
		'ends at once when another attempt would not help: %s',
		async (error) => {
			const { retrying, failures } = await attempts(error);
			await retrying;
			expect(failures).toEqual([[error, true]]);
		},
	);

	it('does nothing more, and says nothing, once the lease has ended', async () => {
		const before = await attempts(DOWN);
		before.lease.release();
		await before.retrying;
		expect(before.made()).toBe(0);

		urls += 1;
		const { lease } = await leases.take(`https://n8n.example/retry/${urls}`, 'A');
		const onFailure = jest.fn();
		const attempt = (): Promise<void> => {
			lease.release();
			return Promise.reject(DOWN);
		};
		await retryLater(lease, { pauses: [1, 2], attempt, onFailure });
		expect(onFailure).not.toHaveBeenCalled();
	});
});

it.each([
	[DOWN, true],
	[new ServiceFault('silence', 'unknown'), true],
	[new Obstacle('nobody answers', true), true],
	[NO, false],
	[new Obstacle('in use', false), false],
	[new Error('no credential'), false],
	['text', false],
])('whether %s passes: %s', (error, passes) => {
	expect(isTransient(error)).toBe(passes);
});

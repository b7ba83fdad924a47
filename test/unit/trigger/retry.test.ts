import { leases } from '../../../nodes/FaxPlusTrigger/endpoint/leases';
import { isPermanent, Obstacle, retryLater } from '../../../nodes/FaxPlusTrigger/endpoint/retry';
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
	const failures: Array<[unknown, number | undefined]> = [];
	let made = 0;
	pauses.length = 0;
	const retrying = retryLater(lease, {
		pauses: [100, 200, 300],
		attempt: () => {
			made += 1;
			const error = errors.shift();
			return error ? Promise.reject(error) : Promise.resolve();
		},
		onFailure: (error, nextPause) => failures.push([error, nextPause]),
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
		expect(failures).toEqual([[DOWN, 200]]);
		expect(made()).toBe(2);
	});

	it('ends with the last pause', async () => {
		const { retrying, failures, made } = await attempts(DOWN, DOWN, DOWN, DOWN);
		await retrying;
		expect(failures.map(([, nextPause]) => nextPause)).toEqual([200, 300, undefined]);
		expect(made()).toBe(3);
	});

	it.each([
		NO,
		new Obstacle('in use', false),
		new Error('Credential with ID "7" does not exist for type "faxPlusApi".'),
		new Error('Node does not have any credentials set for "faxPlusApi"'),
		new Error('Found credential with no ID.'),
	])('ends at once when another attempt would not help: %s', async (error) => {
		const { retrying, failures } = await attempts(error);
		await retrying;
		expect(failures).toEqual([[error, undefined]]);
	});

	it.each([new Error('timeout exceeded when trying to connect'), new TypeError('x is not a function')])(
		'goes on after an error that nobody has foreseen: %s',
		async (error) => {
			const { retrying, failures, made } = await attempts(error, error);
			await retrying;
			expect(failures).toEqual([
				[error, 200],
				[error, 300],
			]);
			expect(made()).toBe(3);
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
	[NO, true],
	[new Obstacle('in use', false), true],
	[new Error('Node does not have any credentials set'), true],
	[DOWN, false],
	[new ServiceFault('silence', 'unknown'), false],
	[new Obstacle('nobody answers', true), false],
	[new Error('timeout exceeded when trying to connect'), false],
	['text', false],
])('whether %s is permanent: %s', (error, expected) => {
	expect(isPermanent(error)).toBe(expected);
});

import { ServiceFault } from '../../nodes/shared/http/faults';
import { afterTransientFaults, withRetries } from '../../nodes/shared/http/retries';

beforeEach(() => {
	jest.useFakeTimers();
});

afterEach(() => {
	jest.useRealTimers();
});

test('a pause that the service asks for ends as soon as a person stops the execution', async () => {
	const stop = new AbortController();
	let attempts = 0;
	const attempt = async (): Promise<never> => {
		attempts += 1;
		return await Promise.reject(new ServiceFault('Later', 'refused', 429, 'too_many_requests', 50_000));
	};
	const begin = Date.now();
	const retried = expect(
		withRetries(attempt, afterTransientFaults, 60_000, stop.signal),
	).rejects.toMatchObject({
		outcome: 'refused',
		message: expect.stringContaining('canceled') as string,
	});
	await jest.advanceTimersByTimeAsync(50);
	stop.abort();
	await retried;
	expect(attempts).toBe(1);
	expect(Date.now() - begin).toBe(50);
});

import type { Failure, Simulator } from '../../simulator';

/** Number of requests to the simulator, and how many of them failed. */
export interface RequestCounts {
	requests: number;
	failed: number;
}

/**
 * Makes requests to the simulator fail.
 *
 * @param failureOf called for each request. Returns how it fails, or undefined if it doesn't
 * @returns the counts so far, and a function that stops the failures
 */
export function failRequests(
	simulator: Simulator,
	failureOf: (counts: RequestCounts) => Omit<Failure, 'times'> | undefined,
): { counts: RequestCounts; end: () => void } {
	const { latency } = simulator;
	const counts = { requests: 0, failed: 0 };
	simulator.latency = () => {
		const failure = failureOf(counts);
		counts.requests += 1;
		if (failure) {
			counts.failed += 1;
			simulator.fail({ ...failure, times: 1 });
		}
		return 0;
	};
	return {
		counts,
		end: () => {
			simulator.latency = latency;
			simulator.recover();
		},
	};
}

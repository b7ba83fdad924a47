import type * as n8nWorkflow from 'n8n-workflow';

/** Pauses that nodes requested in a test, in milliseconds and in order. */
export const pauses: number[] = [];

/**
 * Returns n8n-workflow with a `sleep` that records its length and ends soon, for `jest.mock`. Tests then know the exact
 * length of each pause without waiting for it.
 */
export function withShortNaps(): typeof n8nWorkflow {
	const actual = jest.requireActual<typeof n8nWorkflow>('n8n-workflow');
	return {
		...actual,
		sleep: async (milliseconds: number): Promise<void> => {
			pauses.push(milliseconds);
			await actual.sleep(Math.min(milliseconds, 1));
		},
	};
}

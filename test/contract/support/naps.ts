import type * as n8nWorkflow from 'n8n-workflow';

/** Pauses that nodes asked for in a test, in milliseconds, in order. */
export const pauses: number[] = [];

/**
 * n8n-workflow with a `sleep` that records how long it was asked to last, and is over soon. For `jest.mock`: what a node
 * waits for is then known exactly, without a test that waits as long.
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

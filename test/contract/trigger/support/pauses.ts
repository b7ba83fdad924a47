import type * as n8nWorkflow from 'n8n-workflow';

/** The longest pause before a request is tried again; whatever sleeps longer is work for later. */
const LONGEST_RETRY_PAUSE = 60_000;

/** How long work for later was to wait, in milliseconds, in order; empty it before a test. */
export const longPauses: number[] = [];

let ends: Array<() => void> = [];

/** Lets the time pass for which work for later waits. */
export function endPauses(): void {
	const over = ends;
	ends = [];
	for (const end of over) end();
}

/**
 * n8n-workflow with a `sleep` that makes work for later, such as removals, wait for `endPauses`, and shortens other
 * pauses. For `jest.mock`: what happens before and after the pause is then told apart without a clock.
 */
export function withHeldPauses(): typeof n8nWorkflow {
	const actual = jest.requireActual<typeof n8nWorkflow>('n8n-workflow');
	return {
		...actual,
		sleep: async (milliseconds: number): Promise<void> => {
			if (milliseconds <= LONGEST_RETRY_PAUSE) {
				await actual.sleep(Math.min(milliseconds, 5));
				return;
			}
			longPauses.push(milliseconds);
			await new Promise<void>((resolve) => ends.push(resolve));
		},
	};
}

import type * as n8nWorkflow from 'n8n-workflow';

/** The longest pause before a request is tried again; whatever sleeps longer lingers. */
const LONGEST_RETRY_PAUSE = 60_000;

/** How long endpoints were to linger, in milliseconds, in order; empty it before a test. */
export const lingers: number[] = [];

let ends: Array<() => void> = [];

/** Lets the time pass for which endpoints linger. */
export function endLingers(): void {
	const over = ends;
	ends = [];
	for (const end of over) end();
}

/**
 * n8n-workflow with a `sleep` that makes lingering endpoints wait for `endLingers`, and shortens other pauses. For
 * `jest.mock`: what happens before and after the linger is then told apart without a clock.
 */
export function withHeldLingers(): typeof n8nWorkflow {
	const actual = jest.requireActual<typeof n8nWorkflow>('n8n-workflow');
	return {
		...actual,
		sleep: async (milliseconds: number): Promise<void> => {
			if (milliseconds <= LONGEST_RETRY_PAUSE) {
				await actual.sleep(Math.min(milliseconds, 5));
				return;
			}
			lingers.push(milliseconds);
			await new Promise<void>((resolve) => ends.push(resolve));
		},
	};
}

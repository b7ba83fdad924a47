import type { N8n } from '../harness/n8n';
import type { Progress } from '../harness/progress';

/** The parts of n8n that are used here. */
export type Mortal = Pick<N8n, 'ended' | 'restart'>;

/**
 * Restarts n8n whenever it ends on its own, and reports this. Otherwise, n8n's pages and forms would just hang. After a
 * restart, workflows and their webhook endpoints work again.
 *
 * @param signal aborts this before n8n is stopped
 * @throws Error if n8n doesn't start again
 */
export async function keepRunning(n8n: Mortal, progress: Progress, signal: AbortSignal): Promise<void> {
	const isStopped = (): boolean => signal.aborted;
	for (;;) {
		const how = await n8n.ended();
		if (isStopped()) return;
		progress(`n8n stopped (${how}). Restarting it. Then reload its pages`);
		try {
			await n8n.restart();
		} catch (error) {
			if (isStopped()) return;
			throw new Error("n8n stopped and doesn't start again.", { cause: error });
		}
		progress('n8n is running again. It shows an interrupted execution as crashed');
		progress(`to deliver the faxes that n8n missed, press "Replay" on the page of the simulated Fax.Plus`);
	}
}

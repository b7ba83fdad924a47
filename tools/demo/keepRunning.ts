import type { N8n } from '../harness/n8n';
import type { Progress } from '../harness/progress';

/** As much of an n8n as this looks at. */
export type Mortal = Pick<N8n, 'ended' | 'restart'>;

/**
 * Starts n8n again whenever it has ended by itself, and says so, because its pages and forms would wait without a word. The
 * workflows and their webhook endpoints are there again then.
 *
 * @param signal ends this, before n8n is stopped
 * @throws what an n8n says that does not start again
 */
export async function keepRunning(n8n: Mortal, progress: Progress, signal: AbortSignal): Promise<void> {
	const isStopped = (): boolean => signal.aborted;
	for (;;) {
		const how = await n8n.ended();
		if (isStopped()) return;
		progress(`n8n has ended (${how}): it is started again; load pages of n8n anew once it is back`);
		try {
			await n8n.restart();
		} catch (error) {
			if (isStopped()) return;
			throw new Error('n8n has ended, and does not start again.', { cause: error });
		}
		progress('n8n is back. An execution that was under way is shown as crashed');
		progress('for faxes that n8n refused meanwhile, press "Replay" on the page of the service');
	}
}

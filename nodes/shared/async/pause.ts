import { sleep } from 'n8n-workflow';

/** How long a stop can go unnoticed, in milliseconds. */
const NAP = 500;

/**
 * Waits for a time, or until the user stops the execution. It sleeps in short steps, because n8n's `sleep` can't be
 * interrupted.
 */
export async function pause(milliseconds: number, stop?: AbortSignal): Promise<void> {
	for (let left = milliseconds; left > 0 && !stop?.aborted; left -= NAP) await sleep(Math.min(NAP, left));
}

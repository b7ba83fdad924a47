import { sleep } from 'n8n-workflow';

/** How long a stop can go unnoticed, in milliseconds. */
const NAP = 500;

/** Waits for a time, or until a person stops the execution: in short naps, because the `sleep` that n8n offers cannot be ended. */
export async function pause(milliseconds: number, stop?: AbortSignal): Promise<void> {
	for (let left = milliseconds; left > 0 && !stop?.aborted; left -= NAP) await sleep(Math.min(NAP, left));
}

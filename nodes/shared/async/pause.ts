import { sleep } from 'n8n-workflow';

/** In milliseconds. */
const NAP = 500;

/** Waits, in short naps, so that it ends soon after a person has stopped the execution. */
export async function pause(milliseconds: number, stop?: AbortSignal): Promise<void> {
	for (let left = milliseconds; left > 0 && !stop?.aborted; left -= NAP) await sleep(Math.min(NAP, left));
}

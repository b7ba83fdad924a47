import { sleep } from 'n8n-workflow';

/** Waits; ends at once when a person stops the execution. */
export async function pause(milliseconds: number, stop?: AbortSignal): Promise<void> {
	if (stop?.aborted) return;
	let end = (): void => undefined;
	const stopped = new Promise<void>((resolve) => (end = resolve));
	stop?.addEventListener('abort', end);
	await Promise.race([sleep(milliseconds), stopped]);
	stop?.removeEventListener('abort', end);
}

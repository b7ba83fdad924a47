import { readFile } from 'node:fs/promises';

const MEGABYTE = 1024 * 1024;
const LOOK_MS = 1_000;

/** Resident memory of a process in megabytes; Linux only. */
export async function residentMegabytes(pid: number): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	return Math.round((Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024) / MEGABYTE);
}

/**
 * Watches the memory of a process, second by second.
 *
 * @returns ends it, and tells the most that was seen, in megabytes
 */
export function watchMemory(pid: number): () => number {
	let peak = 0;
	const timer = setInterval(() => {
		void residentMegabytes(pid).then((megabytes) => (peak = Math.max(peak, megabytes)));
	}, LOOK_MS);
	return () => {
		clearInterval(timer);
		return peak;
	};
}

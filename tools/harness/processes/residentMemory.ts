import { readFile } from 'node:fs/promises';

const MEGABYTE = 1024 * 1024;

/** Returns the resident memory of a process in megabytes. It works on Linux only. */
export async function residentMegabytes(pid: number): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	return Math.round((Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024) / MEGABYTE);
}

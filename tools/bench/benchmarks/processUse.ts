import { readFileSync, writeFileSync } from 'node:fs';

/** Makes Linux measure the peak of a process's resident memory from now on. Returns the current use in kB. */
export function resetPeak(pid: number): number {
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
	return memory(pid, 'VmRSS');
}

/** Resident memory of a process in kB, either current or at its peak. */
export function memory(pid: number, field: 'VmHWM' | 'VmRSS'): number {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]);
}

/** Processor time of a process so far, in milliseconds. */
export function cpuTime(pid: number): number {
	// The fields follow the program's name, which may contain spaces. Ticks are hundredths of a second.
	const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
	return (Number(fields[11]) + Number(fields[12])) * 10;
}

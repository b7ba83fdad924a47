import { readFileSync, writeFileSync } from 'node:fs';

/** Lets Linux count the peak of a process's resident memory from now on; returns the present use in kB. */
export function resetPeak(pid: number): number {
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
	return memory(pid, 'VmRSS');
}

/** Resident memory of a process in kB: at present, or at its peak. */
export function memory(pid: number, field: 'VmHWM' | 'VmRSS'): number {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]);
}

/** Milliseconds that a process has kept processors busy. */
export function cpuTime(pid: number): number {
	// What precedes is the name of the program, which may hold spaces; ticks are hundredths of a second.
	const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
	return (Number(fields[11]) + Number(fields[12])) * 10;
}

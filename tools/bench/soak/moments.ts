import { median } from '../benchmarks/measure';
import { insist, type Clock } from './clock';
import type { SoakRig } from './rig';
import type { Period } from './schedule';

const SAMPLES = 5;

/** How n8n stands at a moment of a run. */
export interface Moment {
	moment: string;
	/** Megabytes by process: of the heap after its garbage was collected, and resident; medians of several looks. */
	heap: Record<string, number>;
	resident: Record<string, number>;
	databaseMegabytes: number;
	/** That n8n has begun so far, and that it still keeps. */
	executions: number;
	executionsKept: number;
}

/** Measures n8n several times within a period. */
export async function measure(
	rig: SoakRig,
	moment: string,
	{ from, to }: Period,
	clock: Clock,
): Promise<Moment> {
	const heap = new Map<string, number[]>();
	const resident = new Map<string, number[]>();
	for (let sample = 1; sample <= SAMPLES; sample++) {
		await clock.until(from + ((to - from) * sample) / SAMPLES);
		await rig.supervisor.untilAllRun();
		for (const [name, n8n] of rig.processes) {
			const memory = await insist(async () => await rig.memoryOf(n8n));
			heap.set(name, [...(heap.get(name) ?? []), memory.heap]);
			resident.set(name, [...(resident.get(name) ?? []), memory.resident]);
		}
	}
	const sql = 'select coalesce(max(id), 0) as executions, count(*) as kept from execution_entity';
	const [row] = await insist(async () => await rig.rows<{ executions: number; kept: number }>(sql));
	return {
		moment,
		heap: medians(heap),
		resident: medians(resident),
		databaseMegabytes: Math.round(await rig.databaseMegabytes()),
		executions: row?.executions ?? NaN,
		executionsKept: row?.kept ?? NaN,
	};
}

function medians(samples: ReadonlyMap<string, readonly number[]>): Record<string, number> {
	return Object.fromEntries(
		[...samples].map(([name, values]) => [name, Math.round(median(values) * 10) / 10]),
	);
}

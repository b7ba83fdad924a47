import { median } from '../benchmarks/measure';
import type { Period } from '../../harness/endurance';
import { insist, type Clock } from './clock';
import type { SoakRig } from './rig';

const SAMPLES = 5;

/** Memory, database size and executions of n8n at one moment of a run. */
export interface Moment {
	moment: string;
	/**
	 * Heap of each process after a garbage collection, in megabytes. This and the resident memory are medians of several samples.
	 */
	heap: Record<string, number>;
	resident: Record<string, number>;
	databaseMegabytes: number;
	/** How many executions n8n has started so far, and how many it still stores. */
	executions: number;
	executionsKept: number;
}

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
	const [row] = await insist(async () => await rig.database.rows<{ executions: number; kept: number }>(sql));
	return {
		moment,
		heap: medians(heap),
		resident: medians(resident),
		databaseMegabytes: Math.round(await rig.database.megabytes()),
		executions: row?.executions ?? NaN,
		executionsKept: row?.kept ?? NaN,
	};
}

function medians(samples: ReadonlyMap<string, readonly number[]>): Record<string, number> {
	return Object.fromEntries(
		[...samples].map(([name, values]) => [name, Math.round(median(values) * 10) / 10]),
	);
}

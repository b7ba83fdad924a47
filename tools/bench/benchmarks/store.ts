import { readFileSync } from 'node:fs';

import { lazyExpressions, type N8n } from '../../harness/n8n';
import { querySqlite } from '../../harness/n8n/database';
import { ENTRIES_OF_A_FAX } from '../../../nodes/shared/passing/fax';
import { inTurn, median, medianRatio, rounded, type Measurement } from './measure';
import { deliveriesPerSecond, withBench } from './n8nUnderLoad';
import { trigger } from './deliveries';

const AMOUNT = 150;
const ROUNDS = 5;
const SIZES = [0, 10_000, 100_000] as const;

/** Deliveries a second with an empty store of processed deliveries, and with stores that 10,000 and 100,000 deliveries filled. */
export async function store(rounds = ROUNDS): Promise<Measurement> {
	return await withBench(async (bench) => {
		const { n8n } = bench;
		const bytes = new Map<number, number>();
		const measure = async (remembered: number) => {
			const options = { rememberDeliveries: Math.max(remembered, 100) };
			const contestant = await trigger(bench, { options });
			await n8n.shutDown();
			await fillStore(n8n, contestant.workflowId, remembered * ENTRIES_OF_A_FAX);
			await n8n.restart();
			return async () => {
				const before = bytesWritten(n8n.pid);
				const perSecond = await deliveriesPerSecond(bench, contestant, AMOUNT);
				bytes.set(remembered, (bytesWritten(n8n.pid) - before) / AMOUNT);
				return perSecond;
			};
		};
		const [none, some, many] = [await measure(SIZES[0]), await measure(SIZES[1]), await measure(SIZES[2])];
		const perSecond = await inTurn<string>(rounds, { 0: none, 10000: some, 100000: many });
		const of = (size: number): number[] => perSecond[size] ?? [];
		return {
			title: 'Deliveries a second by number of remembered deliveries, SQLite (at least 0.9 and 0.6)',
			options: { deliveries: AMOUNT, rounds },
			rows: SIZES.map((size) => ({
				remembered: size,
				'ratio to empty': rounded(medianRatio(of(size), of(0))),
				'deliveries /s': rounded(median(of(size))),
				'KB written per delivery': rounded((bytes.get(size) ?? NaN) / 1024),
			})),
		};
	}, lazyExpressions);
}

/** Writes entries into n8n's store of processed data, each as long as one of n8n's hashes. n8n must not be running. */
async function fillStore(n8n: N8n, workflowId: string, count: number): Promise<void> {
	await querySqlite(
		n8n,
		`WITH RECURSIVE ids(n) AS (SELECT 1 WHERE ? > 0 UNION ALL SELECT n + 1 FROM ids WHERE n < ?)
		INSERT OR REPLACE INTO processed_data ("workflowId", context, value)
		SELECT ?, 'n:Fax', json_object('mode', 'entries', 'data', json_group_array(hex(randomblob(12)))) FROM ids`,
		[count, count, workflowId],
	);
}

function bytesWritten(pid: number): number {
	return Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
}

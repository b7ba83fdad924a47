import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';

import { ensureN8n, lazyExpressions } from '../../harness/n8n';
import type { Measurement } from './measure';
import { inTurn, median, medianRatio, rounded } from './measure';
import { deliveriesPerSecond, startBench } from './n8nUnderLoad';
import { trigger } from './deliveries';

const AMOUNT = 150;
const ROUNDS = 5;
const SIZES = [0, 10_000, 100_000] as const;

/** Deliveries a second with an empty store of processed deliveries, and with 10,000 and 100,000 ids in it. */
export async function store(rounds = ROUNDS): Promise<Measurement> {
	const bench = await startBench(lazyExpressions);
	try {
		const { n8n } = bench;
		const bytes = new Map<number, number>();
		const measure = async (remembered: number) => {
			const options = { rememberDeliveries: Math.max(remembered, 100) };
			const contestant = await trigger(bench, { options });
			await n8n.shutDown();
			await fillStore(n8n.version, n8n.userFolder, contestant.workflowId, remembered);
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
			versions: bench.versions,
			rows: SIZES.map((size) => ({
				remembered: size,
				'ratio to empty': rounded(medianRatio(of(size), of(0))),
				'deliveries /s': rounded(median(of(size))),
				'KB written per delivery': rounded((bytes.get(size) ?? NaN) / 1024),
			})),
		};
	} finally {
		await bench.stop();
	}
}

/** Writes as many ids into n8n's store as if they had been delivered; n8n must not run. */
async function fillStore(
	version: Parameters<typeof ensureN8n>[0],
	userFolder: string,
	workflowId: string,
	count: number,
): Promise<void> {
	const { nodeProgram, script } = await ensureN8n(version, console.log);
	const program = `
		const [database, n8n, workflowId, count] = process.argv.slice(1);
		const sqlite3 = require('node:module').createRequire(n8n)('sqlite3');
		const { createHash } = require('node:crypto');
		const hashes = Array.from({ length: Number(count) }, (_, i) => createHash('md5').update('old' + i).digest('base64'));
		const value = JSON.stringify({ mode: 'entries', data: hashes });
		new sqlite3.Database(database).run(
			'INSERT OR REPLACE INTO processed_data ("workflowId", context, value) VALUES (?, ?, ?)',
			[workflowId, 'n:Fax', value],
			(error) => { if (error) throw error; },
		);`;
	const database = path.join(userFolder, '.n8n', 'database.sqlite');
	execFileSync(nodeProgram, ['-e', program, database, realpathSync(script), workflowId, String(count)]);
}

function bytesWritten(pid: number): number {
	return Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
}

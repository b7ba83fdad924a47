import { seed, Upload } from '../../simulator';
import { itemsOf } from '../../harness/n8n';
import type { Measurement } from './measure';
import { withBench, type Bench } from './n8nUnderLoad';
import { compare, itemsNode, jobOf, rowsOf, type NodeRun } from './nodeRuns';
import { faxPlus, httpRequest } from './nodes';

const COUNT = 300;
const LATENCY = 50;
const WARM_UP = 20;
const ROUNDS = 3;

/** 300 thumbnails of 1 MB, compared with n8n's HTTP Request node using the same credential, and with one item at a time. */
export async function thumbnails(rounds = ROUNDS): Promise<Measurement> {
	return await compareFiles(rounds, 'thumbnails', '1.5', 'getThumbnail', 'thumbnail', ({ simulator }) =>
		simulator.fileOf(seed.largeFaxId, 'thumbnail'),
	);
}

/** 300 downloads of 1 MB, compared with n8n's HTTP Request node using the same credential, and with one item at a time. */
export async function downloads(rounds = ROUNDS): Promise<Measurement> {
	return await compareFiles(rounds, 'downloads', '1.0', 'download', 'files', ({ simulator }) => {
		const bytes = Buffer.alloc(1_000_000, '%PDF-1.4 a page of a fax\n');
		simulator.addFax({
			id: seed.largeFaxId,
			documents: [new Upload('large.pdf', 'application/pdf', bytes)],
		});
		return bytes;
	});
}

/** @param prepare prepares the simulator and returns the bytes of the file */
async function compareFiles(
	rounds: number,
	what: string,
	aim: string,
	operation: string,
	path: string,
	prepare: (bench: Bench) => Buffer | Promise<Buffer>,
): Promise<Measurement> {
	return await withBench(
		async (bench) => {
			const { n8n, simulator } = bench;
			const bytes = await prepare(bench);
			simulator.latency = LATENCY;
			const ours = (name: string, itemsAtOnce: number) =>
				faxPlus(bench, name, `fax:${operation}`, { faxId: seed.largeFaxId, options: { itemsAtOnce } });
			const theirs = httpRequest(bench, 'HTTP Request', `${path}/${seed.largeFaxId}`, {
				options: { response: { response: { responseFormat: 'file' } } },
			});
			const jobs = [ours('Ten at once', 10), theirs, ours('One after the other', 1)].map(jobOf);
			const sides = await compare(n8n, rounds, jobs, {
				all: [itemsNode(COUNT)],
				warmUp: [itemsNode(WARM_UP)],
			});
			for (const { name, runs } of sides) await checkFiles(bench, name, runs.at(-1), bytes);
			return {
				title: `${COUNT} ${what} of 1 MB, ${LATENCY} ms latency (ten at once: at most ${aim} of HTTP Request's time and less memory, at most 0.2 of one after the other)`,
				options: { files: COUNT, 'latency ms': LATENCY, rounds },
				rows: rowsOf(sides),
			};
		},
		{ N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' },
	);
}

/** @throws Error unless each output item has the file, byte for byte */
async function checkFiles(
	{ n8n }: Bench,
	name: string,
	run: NodeRun | undefined,
	bytes: Buffer,
): Promise<void> {
	const items = run ? itemsOf(run.execution, name) : [];
	for (const { binary } of items) {
		const stored = await n8n.api.getBinary(binary?.['data']?.id ?? '');
		if (!stored.equals(bytes)) throw new Error(`${name}: a file is not what the service sent`);
	}
	if (items.length !== COUNT) throw new Error(`${name}: ${items.length} files instead of ${COUNT}`);
}

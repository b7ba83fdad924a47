import type { INode } from 'n8n-workflow';

import { seed } from '../../simulator';
import { fileFields, filesInOneItem, FilesOnDisk } from '../../harness/n8n/filesOnDisk';
import { node } from '../../harness/n8n/workflows';
import type { Measurement } from './measure';
import { withBench, type Bench } from './n8nUnderLoad';
import { compare, jobOf, rowsOf, type Job } from './nodeRuns';
import { faxPlus, httpRequest } from './nodes';

const COUNT = 100;
const MEGABYTE = 1_000_000;
const LATENCY = 50;
const WARM_UP = 10;
const ROUNDS = 3;
const NUMBER = '+15550100299';

/** 100 sends of different files of 1 MB, compared with HTTP Request nodes that do the same. */
export async function sends(rounds = ROUNDS): Promise<Measurement> {
	return await withFiles(async (bench, disk) => {
		bench.simulator.latency = LATENCY;
		const jobs = [send(bench, 'Send', ['data']), loopOf(bench), requestsOf(bench)];
		const sides = await compare(bench.n8n, rounds, jobs, {
			all: [await disk.add('sends', Array<number>(COUNT).fill(MEGABYTE))],
			warmUp: [await disk.add('few', Array<number>(WARM_UP).fill(MEGABYTE))],
		});
		checkSent(bench, disk, sides.length * rounds * (COUNT + WARM_UP));
		return {
			title: `${COUNT} sends of 1 MB, ${LATENCY} ms latency (at most 0.6 of the time of the same job in a loop of HTTP Request nodes)`,
			options: { sends: COUNT, 'latency ms': LATENCY, rounds },
			rows: rowsOf(sides),
		};
	});
}

/** One send of ten files with 150 MB in total: n8n's memory, compared with reading the files without sending them. */
export async function largeFax(rounds = ROUNDS): Promise<Measurement> {
	return await withFiles(async (bench, disk) => {
		const count = 10;
		const filesOf = async (name: string, size: number): Promise<INode[]> => [
			await disk.add(name, Array<number>(count).fill(size)),
			filesInOneItem,
		];
		const jobs = [send(bench, 'Send', fileFields(count)), jobOf(node('Not sent', 'n8n-nodes-base.noOp'))];
		const sides = await compare(bench.n8n, rounds, jobs, {
			all: await filesOf('large', 15 * 1024 * 1024),
			warmUp: await filesOf('small', MEGABYTE),
		});
		checkSent(bench, disk, 2 * rounds * count);
		return {
			title: 'A fax of ten files, 150 MB in all (memory grows by less than 40 MB)',
			options: { files: count, rounds },
			rows: rowsOf(sides),
		};
	});
}

async function withFiles(
	work: (bench: Bench, disk: FilesOnDisk) => Promise<Omit<Measurement, 'versions'>>,
): Promise<Measurement> {
	const disk = new FilesOnDisk();
	try {
		return await withBench(async (bench) => {
			// Converting takes an hour, so `checkSent` finds all faxes in the outbox.
			bench.simulator.sending.converting = 3_600_000;
			return await work(bench, disk);
		}, disk.env);
	} finally {
		await disk.remove();
	}
}

function send(bench: Bench, name: string, binaryPropertyNames: string[]): Job {
	const sent = faxPlus(bench, name, 'fax:send', {
		from: { __rl: true, mode: 'number', value: seed.ownedNumber },
		to: NUMBER,
		source: 'files',
		binaryPropertyNames: binaryPropertyNames.join(', '),
	});
	return jobOf(sent);
}

/** All uploads at once, and then all sends at once. This is what two HTTP Request nodes do by default. */
function requestsOf(bench: Bench): Job {
	return { name: 'HTTP Request, all at once', nodes: uploadAndSend(bench) };
}

/** Uploads and sends one item at a time. */
function loopOf(bench: Bench): Job {
	const loop = node('Loop', 'n8n-nodes-base.splitInBatches', { batchSize: 1 }, { typeVersion: 3 });
	const [upload, outbox] = uploadAndSend(bench);
	return {
		name: 'HTTP Request in a loop',
		nodes: [loop, upload, outbox],
		connections: {
			[loop.name]: { main: [[], [{ node: upload.name, type: 'main', index: 0 }]] },
			[outbox.name]: { main: [[{ node: loop.name, type: 'main', index: 0 }]] },
		},
	};
}

function uploadAndSend(bench: Bench): [INode, INode] {
	const posted = { method: 'POST', sendBody: true };
	const parameters = [{ parameterType: 'formBinaryData', name: 'fax_file', inputDataFieldName: 'data' }];
	const upload = httpRequest(bench, 'Upload', 'files', {
		...posted,
		contentType: 'multipart-form-data',
		bodyParameters: { parameters },
	});
	const outbox = httpRequest(bench, 'Outbox', 'outbox', {
		...posted,
		specifyBody: 'json',
		jsonBody: `={{ { from: "${seed.ownedNumber}", to: ["${NUMBER}"], files: [$json.path], return_ids: true } }}`,
	});
	return [upload, outbox];
}

/** @throws Error unless the faxes have this many files in total, and each file is unchanged */
function checkSent({ simulator }: Bench, { sha256 }: FilesOnDisk, count: number): void {
	const outbox = [...(simulator.state.accounts.get(seed.accountId)?.outbox.values() ?? [])];
	const documents = outbox.filter(({ to }) => to === NUMBER).flatMap((fax) => fax.documents);
	const whole = documents.filter((document) => sha256.get(document.fileName) === document.sha256);
	if (documents.length !== count || whole.length !== count) {
		throw new Error(`Of ${count} files ${documents.length} have arrived, ${whole.length} of them whole`);
	}
}

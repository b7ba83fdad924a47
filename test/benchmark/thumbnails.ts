import { seed } from '../simulator';
import { node } from '../support/n8n/workflows';
import { median, printTable, rounded } from './measure';
import { startBench } from './n8nUnderLoad';
import type { NodeRun } from './nodeRuns';
import { runOf, workflowFor } from './nodeRuns';

const COUNT = 300;
const LATENCY = 50;
const ROUNDS = 3;

/** 300 thumbnails of a megabyte, against n8n's HTTP Request node with the same credential, and one after the other. */
export async function thumbnails(): Promise<void> {
	const bench = await startBench({ N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' });
	try {
		const { n8n, simulator, account } = bench;
		simulator.latency = LATENCY;
		const faxPlus = (name: string, readsInFlight: number) =>
			node(
				name,
				'n8n-nodes-faxplus.faxPlus',
				{ resource: 'fax', operation: 'getThumbnail', faxId: seed.largeFaxId, options: { readsInFlight } },
				{ credentials: [account] },
			);
		const httpRequest = node(
			'HTTP Request',
			'n8n-nodes-base.httpRequest',
			{
				url: `${simulator.baseUrl}/accounts/self/thumbnail/${seed.largeFaxId}`,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'faxPlusApi',
				options: { response: { response: { responseFormat: 'file' } } },
			},
			{ typeVersion: 4.2, credentials: [account] },
		);
		const sides = [
			{ measured: faxPlus('Ten at once', 10), runs: [] as NodeRun[] },
			{ measured: httpRequest, runs: [] as NodeRun[] },
			{ measured: faxPlus('One after the other', 1), runs: [] as NodeRun[] },
		];
		const workflows = [];
		for (const { measured } of sides) workflows.push(await workflowFor(n8n, COUNT, measured));
		for (let round = 0; round <= ROUNDS; round++) {
			for (const [i, { measured, runs }] of sides.entries()) {
				const run = await runOf(n8n, workflows[i] ?? '', measured);
				if (round > 0) runs.push(run);
			}
		}
		const base = median(sides[0]?.runs.map(({ milliseconds }) => milliseconds) ?? []);
		printTable(
			`${COUNT} thumbnails of 1 MB, ${LATENCY} ms latency (ten at once: at most 1.5 of HTTP Request's time and less memory, at most 0.2 of one after the other)`,
			sides.map(({ measured, runs }) => {
				const milliseconds = median(runs.map((run) => run.milliseconds));
				return {
					side: measured.name,
					'ten at once / this': rounded(base / milliseconds),
					ms: rounded(milliseconds),
					'peak MB': rounded(median(runs.map((run) => run.peakMegabytes))),
				};
			}),
		);
	} finally {
		await bench.stop();
	}
}

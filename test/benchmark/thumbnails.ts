import { seed } from '../../simulator';
import { node } from '../../harness/n8n/workflows';
import { median, printTable, rounded } from './measure';
import { startBench } from './n8nUnderLoad';
import type { NodeRun } from './nodeRuns';
import { freshRunOf, workflowFor } from './nodeRuns';

const COUNT = 300;
const LATENCY = 50;
const WARM_UP = 20;
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
		const sides = await Promise.all(
			[faxPlus('Ten at once', 10), httpRequest, faxPlus('One after the other', 1)].map(async (measured) => ({
				measured,
				workflowId: await workflowFor(n8n, COUNT, measured),
				warmUpId: await workflowFor(n8n, WARM_UP, measured),
				runs: [] as NodeRun[],
			})),
		);
		for (let round = 0; round < ROUNDS; round++) {
			for (const { measured, workflowId, warmUpId, runs } of sides) {
				runs.push(await freshRunOf(n8n, workflowId, measured, warmUpId));
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

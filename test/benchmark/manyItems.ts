import { node } from '../../harness/n8n/workflows';
import type { Measurement } from './measure';
import { startBench } from './n8nUnderLoad';
import { compare, itemsNode, jobOf, rowsOf } from './nodeRuns';

const ITEMS = 10_000;
const WARM_UP = 100;
const ROUNDS = 5;

/** 10,000 items through a cheap read, against n8n's HTTP Request node with the same credential, which sends all at once. */
export async function manyItems(rounds = ROUNDS): Promise<Measurement> {
	const bench = await startBench();
	try {
		const { n8n, simulator, account } = bench;
		const plan = node(
			'Get Plan',
			'n8n-nodes-faxplus.faxPlus',
			{ resource: 'account', operation: 'getPlan' },
			{ credentials: [account] },
		);
		const httpRequest = node(
			'HTTP Request',
			'n8n-nodes-base.httpRequest',
			{
				url: `${simulator.baseUrl}/accounts/self/plan`,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: account.type,
			},
			{ typeVersion: 4.2, credentials: [account] },
		);
		const sides = await compare(n8n, rounds, [jobOf(plan), jobOf(httpRequest)], {
			all: [itemsNode(ITEMS)],
			warmUp: [itemsNode(WARM_UP)],
		});
		return {
			title: `${ITEMS} items through a cheap read (at most 1.0 of HTTP Request's time and memory)`,
			options: { items: ITEMS, rounds },
			versions: bench.versions,
			rows: rowsOf(sides),
		};
	} finally {
		await bench.stop();
	}
}

import { node } from '../../harness/n8n/workflows';
import { HeldMemory } from '../support/heldMemory';
import { rounded, type Measurement } from './measure';
import { startBench } from './n8nUnderLoad';
import { compare, itemsNode, jobOf, mostHeld, rowsOf } from './nodeRuns';

const ITEMS = 10_000;
const WARM_UP = 100;
const ROUNDS = 5;

/** 10,000 items through a cheap read, against n8n's HTTP Request node with the same credential, which sends all at once. */
export async function manyItems(rounds = ROUNDS): Promise<Measurement> {
	const held = await HeldMemory.start();
	try {
		return await measured(rounds, held);
	} finally {
		await held.stop();
	}
}

async function measured(rounds: number, held: HeldMemory): Promise<Measurement> {
	const bench = await startBench(held.env);
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
		const heldBySide: number[] = [];
		for (const side of sides) heldBySide.push(await mostHeld(n8n, side, held));
		return {
			title: `${ITEMS} items through a cheap read (at most 1.0 of HTTP Request's time and memory)`,
			options: { items: ITEMS, rounds },
			versions: bench.versions,
			rows: rowsOf(sides).map((row, index) => ({ ...row, 'held MB': rounded(heldBySide[index] ?? NaN) })),
		};
	} finally {
		await bench.stop();
	}
}

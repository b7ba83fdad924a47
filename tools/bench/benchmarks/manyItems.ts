import { HeldMemory } from '../../harness/n8n/heldMemory';
import { inTurn, median, medianRatio, rounded, type Measurement } from './measure';
import { withBench, type Bench } from './n8nUnderLoad';
import { compare, itemsNode, jobOf, mostHeld, rowsOf, sidesOf, type Job } from './nodeRuns';
import { faxPlus, httpRequest } from './nodes';

const ITEMS = 10_000;
const WARM_UP = 100;
const ROUNDS = 5;
const HELD_ROUNDS = 2;

const items = { all: [itemsNode(ITEMS)], warmUp: [itemsNode(WARM_UP)] };

/**
 * 10,000 items through a cheap read, compared with n8n's HTTP Request node using the same credential. That node sends all
 * requests at once.
 */
export async function manyItems(rounds = ROUNDS): Promise<Measurement> {
	return await withBench(async (bench) => {
		const sides = await compare(bench.n8n, rounds, jobsOf(bench), items);
		return {
			title: `${ITEMS} items through a cheap read (at most 1.0 of HTTP Request's time and memory)`,
			options: { items: ITEMS, rounds },
			rows: rowsOf(sides),
		};
	});
}

/** How much n8n's memory grows with 10,000 items through a cheap read, if garbage is collected all the time. */
export async function manyItemsHeld(rounds = HELD_ROUNDS): Promise<Measurement> {
	const held = await HeldMemory.start();
	try {
		return await heldByJobs(rounds, held);
	} finally {
		await held.stop();
	}
}

async function heldByJobs(rounds: number, held: HeldMemory): Promise<Measurement> {
	return await withBench(async (bench) => {
		const { n8n } = bench;
		const sides = await sidesOf(n8n, jobsOf(bench), items);
		const megabytes = await inTurn<string>(
			rounds,
			Object.fromEntries(sides.map((side) => [side.name, async () => await mostHeld(n8n, side, held)])),
		);
		const of = (name = ''): number[] => megabytes[name] ?? [];
		const [first] = sides;
		return {
			title: `What n8n holds for ${ITEMS} items (at most 1.0 of HTTP Request's)`,
			options: { items: ITEMS, rounds },
			rows: sides.map(({ name }) => ({
				side: name,
				[`held, ${first?.name} / this`]: rounded(medianRatio(of(first?.name), of(name))),
				'held MB': rounded(median(of(name))),
			})),
		};
	}, held.env);
}

function jobsOf(bench: Bench): Job[] {
	const plan = faxPlus(bench, 'Get Plan', 'account:getPlan');
	return [plan, httpRequest(bench, 'HTTP Request', 'plan')].map(jobOf);
}

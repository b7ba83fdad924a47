import { setTimeout as pause } from 'node:timers/promises';

import { lazyExpressions } from '../../harness/n8n';
import { contestant, trigger, webhookNode } from './deliveries';
import { inTurn, median, medianRatio, rounded, type Measurement } from './measure';
import { bodyAbout, deliveriesPerSecond, withBench, type Contestant } from './n8nUnderLoad';
import { httpRequest } from './nodes';

/**
 * Deliveries in a burst, few enough for one page of a list. In a larger burst, the trigger accepts the rest only when
 * Fax.Plus delivers it again.
 */
const AMOUNT = 40;
/** How long the trigger waits before it reads the list again, in milliseconds. */
const BETWEEN_BURSTS_MS = 5_000;
const LATENCY = 20;
const ROUNDS = 6;

/**
 * Deliveries a second that the trigger verifies with a request to Fax.Plus, compared with n8n's nodes that fetch the same
 * records.
 */
export async function confirmations(rounds = ROUNDS): Promise<Measurement> {
	return await withBench(async (bench) => {
		const { n8n, simulator } = bench;
		let faxes: string[] = [];
		const unsigned: Contestant['next'] = () => {
			const body = bodyAbout(faxes.shift() ?? '');
			return { body, headers: { 'content-type': 'application/json' } };
		};
		const own: Contestant = { ...(await trigger(bench)), next: unsigned };
		const url = `=${simulator.baseUrl}/accounts/self/faxes/{{ $json.body.data.id }}`;
		const fetching = httpRequest(bench, 'Record', '', { url });
		const path = 'fetching';
		const rival: Contestant = {
			...(await contestant(n8n, 'Webhook, HTTP Request', path, [webhookNode(path), fetching])),
			next: unsigned,
		};
		simulator.latency = LATENCY;
		const measure = (one: Contestant) => async () => {
			await pause(BETWEEN_BURSTS_MS);
			faxes = Array.from({ length: AMOUNT }, () => simulator.addFax());
			return await deliveriesPerSecond(bench, one, AMOUNT);
		};
		const perSecond = await inTurn(rounds, { own: measure(own), rival: measure(rival) });
		return {
			title: `Deliveries a second that are confirmed by asking, in bursts of ${AMOUNT}, against Webhook and HTTP Request (at least 1.0)`,
			options: { deliveries: AMOUNT, 'latency ms': LATENCY, rounds },
			rows: [
				{
					ratio: rounded(medianRatio(perSecond.own, perSecond.rival)),
					'of each round': perSecond.own
						.map((figure, round) => rounded(figure / (perSecond.rival[round] ?? NaN)))
						.join(', '),
					'trigger /s': rounded(median(perSecond.own)),
					'other /s': rounded(median(perSecond.rival)),
				},
			],
		};
	}, lazyExpressions);
}

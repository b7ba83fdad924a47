import { lazyExpressions } from '../../harness/n8n';
import { trigger, webhookWithCredential } from './deliveries';
import { inTurn, median, medianRatio, rounded, type Measurement } from './measure';
import { newDelivery, refusalsPerSecond, withBench, type Contestant } from './n8nUnderLoad';

const AMOUNT = 1000;
const ROUNDS = 6;
const WRONG_SECRET = `whsec_${Buffer.from('a secret that nobody has entered').toString('base64')}`;

/** Forged requests a second that the trigger rejects, compared with n8n's Webhook node, which only compares a header. */
export async function refusals(rounds = ROUNDS): Promise<Measurement> {
	return await withBench(async (bench) => {
		const genuine = await trigger(bench);
		const signedWrong: Contestant = { ...genuine, next: () => newDelivery(WRONG_SECRET) };
		const unsigned: Contestant = { ...genuine, next: withoutSecrets(genuine) };
		const webhook = await webhookWithCredential(bench.n8n);
		const rival: Contestant = { ...webhook, next: withoutSecrets(webhook) };
		const measure = (contestant: Contestant) => () => refusalsPerSecond(bench, contestant, AMOUNT);
		const perSecond = await inTurn(rounds, {
			'Signed with another secret': measure(signedWrong),
			'Not signed': measure(unsigned),
			webhook: measure(rival),
		});
		const { webhook: others, ...own } = perSecond;
		return {
			title: `Refused requests a second, against n8n's Webhook node with a header credential (at least 1.0)`,
			options: { requests: AMOUNT, rounds },
			rows: Object.entries(own).map(([name, figures]) => ({
				'forged requests': name,
				ratio: rounded(medianRatio(figures, others)),
				'trigger /s': rounded(median(figures)),
				'Webhook /s': rounded(median(others)),
			})),
		};
	}, lazyExpressions);
}

/** The contestant's requests, but without the headers that make them genuine. */
function withoutSecrets({ next }: Contestant): Contestant['next'] {
	return () => {
		const { body } = next();
		return { body, headers: { 'content-type': 'application/json' } };
	};
}

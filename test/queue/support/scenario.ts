import type { Delivery, Simulator } from '../../../tools/simulator';
import type { N8n } from '../../../tools/harness/n8n';
import { balance, DELIVERY_ID, successes, untilEnded, type Ledger } from './ledger';
import type { Listener } from './listener';
import { explain, figuresOf, retryBroken, withoutLaterPass, type Outcome } from './outcome';
import type { PassCounter } from './passes';
import { note } from './report';
import { DeliveryStreams, type StreamOptions, type StreamResult } from './stream';
import type { Supervisor } from '../../../tools/harness/queue/supervisor';

/** An n8n instance with one or more processes, which a supervisor keeps running. */
export interface Rig {
	/** The process with the REST API. */
	main: N8n;
	supervisor: Supervisor;
	/** Base URLs of the processes that receive webhook calls. */
	addresses: readonly string[];
}

/** What happened to a stream of deliveries. */
export interface DeliveryLedger extends Ledger {
	deliveries: number;
	/** Number of deliveries that got a 2xx response at least once. */
	accepted: number;
	attempts: number;
	executions: number;
}

/**
 * Time after the last finished execution, in milliseconds. By then, n8n has noticed that a worker died, and unfinished
 * executions will never finish.
 */
export const PATIENCE_MS = 60_000;
/** How long before a fault a delivery may have started, in milliseconds, if its execution was still running. */
const LEAD_MS = 2_000;

/** Runs streams of deliveries against a rig and then compares them with the executions. */
export class Scenarios {
	readonly streams: DeliveryStreams;

	constructor(
		private readonly rig: Rig,
		simulator: Simulator,
	) {
		this.streams = new DeliveryStreams(simulator, rig.addresses);
	}

	/**
	 * Runs a stream, waits until everything has finished, and retries executions that n8n has marked as crashed or failed.
	 * The figures are in the report under the scenario's name.
	 */
	async run(scenario: string, listener: Listener, options: StreamOptions): Promise<Outcome<DeliveryLedger>> {
		const { api } = this.rig.main;
		const { workflowId, passes } = listener;
		const [newest] = await api.listExecutions(workflowId, 1);
		const lastId = Number(newest?.id ?? 0);
		const successesBefore = await successes(api, workflowId);
		const hasPassed = (webhookId: string): boolean => passes.passes.some(({ id }) => id === webhookId);
		const result = await this.streams.run({ ...options, hasPassed });
		await this.rig.supervisor.untilAllRun();
		const calmAt = Date.now();
		await this.untilAllEnded(workflowId);

		const { deliveries } = result;
		const accepted = deliveries.filter(({ attempts }) => attempts.some(isAccepted));
		const idsOf = (some: Delivery[]) => some.map(({ webhookId }) => webhookId);
		const expected = { ids: idsOf(deliveries), due: idsOf(accepted), pattern: DELIVERY_ID, lastId };
		const balanced = await balance(api, listener, expected);
		const { crashed, givenUp, failed, unfinished } = balanced;
		const ledger = {
			...balanced,
			deliveries: deliveries.length,
			accepted: accepted.length,
			attempts: deliveries.reduce((sum, { attempts }) => sum + attempts.length, 0),
			executions:
				(await successes(api, workflowId)) -
				successesBefore +
				[crashed, givenUp, failed, unfinished].flat().length,
		};
		const stillMissing = await retryBroken(api, passes, ledger);
		const faxIds = new Map(deliveries.map((delivery) => [delivery.webhookId, faxIdOf(delivery)]));
		const neverFound = options.waitsForCheck
			? await withoutLaterPass(passes, ledger.lost, (id) => faxIds.get(id))
			: undefined;
		const outcome = { ledger, stillMissing, neverFound, inFlight: inFlightDuring(result, calmAt) };
		note(scenario, {
			deliveries: ledger.deliveries,
			'a second': (ledger.deliveries / (result.duration / 1000)).toFixed(1),
			'delivered again': result.repeated,
			copies: result.copies,
			attempts: ledger.attempts,
			executions: ledger.executions,
			'never accepted': ledger.deliveries - ledger.accepted,
			...figuresOf(outcome),
		});
		explain(scenario, outcome, (id) => timesOf(id, deliveries, passes));
		return outcome;
	}

	private async untilAllEnded(workflowId: string): Promise<void> {
		const { main, supervisor } = this.rig;
		if (await untilEnded(main.api, workflowId, PATIENCE_MS)) return;
		// n8n looks for executions that no process runs when it starts, and then once an hour.
		await main.kill();
		await supervisor.untilAllRun();
		await untilEnded(main.api, workflowId, PATIENCE_MS);
	}
}

/**
 * Returns the id of the fax in a delivery. Checks don't know about deliveries, so the faxes that they find have the id of
 * the fax.
 */
export function faxIdOf({ body }: Pick<Delivery, 'body'>): string {
	return (JSON.parse(body) as { data?: { id?: string } }).data?.id ?? '';
}

function isAccepted({ status = 0 }: Delivery['attempts'][number]): boolean {
	return status >= 200 && status < 300;
}

function inFlightDuring({ deliveries, midway }: StreamResult, calmAt: number): string[] {
	if (midway === undefined) return [];
	const isDuring = (at: number) => at > midway.from - LEAD_MS && at < calmAt;
	return deliveries
		.filter(({ attempts }) => attempts.some(({ at }) => isDuring(at)))
		.map(({ webhookId }) => webhookId);
}

/** Returns when a delivery was attempted and when it started the workflow, in seconds since its first attempt. */
function timesOf(webhookId: string, deliveries: readonly Delivery[], { passes }: PassCounter): string {
	const attempts = deliveries
		.filter((delivery) => delivery.webhookId === webhookId)
		.flatMap((one) => one.attempts);
	const begun = attempts[0]?.at ?? 0;
	const seconds = (at: number) => ((at - begun) / 1000).toFixed(2);
	const attempted = attempts.map(({ at, status }) => `${seconds(at)} (${status ?? 'no answer'})`);
	const passed = passes.filter(({ id }) => id === webhookId).map(({ at }) => seconds(at));
	return `attempts at ${attempted.join(', ')} s, passed at ${passed.join(', ')} s`;
}

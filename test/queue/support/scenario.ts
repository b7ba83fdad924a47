import type { Delivery, Simulator } from '../../../simulator';
import type { N8n, N8nApi } from '../../../harness/n8n';
import { balance, mark, untilEnded, type Ledger } from './ledger';
import type { Listener } from './listener';
import type { PassCounter } from './passes';
import { figuresOf, note } from './report';
import { DeliveryStreams, type StreamOptions, type StreamResult } from './stream';
import type { Supervisor } from '../../../harness/queue/supervisor';

/** An n8n, of however many processes, that a supervisor keeps running. */
export interface Rig {
	/** The process with the REST API. */
	main: N8n;
	supervisor: Supervisor;
	/** Base addresses of the processes that take webhook calls. */
	addresses: readonly string[];
}

export interface Outcome {
	ledger: Ledger;
	/** Deliveries under way while a fault lasted. */
	inFlight: string[];
	/** Of those lost in crashed or failed executions: the ones that did not pass when the execution was retried either. */
	stillMissing: string[];
}

/** After a worker has died, n8n's queue takes up to a minute and a half to notice. */
export const PATIENCE_MS = 120_000;
/** How long before a fault a delivery may have begun whose execution still ran. */
const LEAD_MS = 2_000;

/** Runs streams of deliveries against a rig and settles the accounts afterwards. */
export class Scenarios {
	readonly streams: DeliveryStreams;

	constructor(
		private readonly rig: Rig,
		simulator: Simulator,
	) {
		this.streams = new DeliveryStreams(simulator, rig.addresses);
	}

	/**
	 * Runs a stream, waits until everything has come to its end, and retries executions that n8n has marked crashed or
	 * failed.
	 * The figures go into the report under the scenario's name.
	 */
	async run(scenario: string, listener: Listener, options: StreamOptions): Promise<Outcome> {
		const { api } = this.rig.main;
		const before = await mark(api, listener.workflowId);
		const result = await this.streams.run(options);
		await this.rig.supervisor.untilAllRun();
		const calmAt = Date.now();
		await this.settle(listener.workflowId);

		const ledger = await balance(api, listener, before, result.deliveries);
		note(scenario, figuresOf(result, ledger));
		const stillMissing = await retryBroken(api, listener, ledger);
		note(scenario, { 'of these passed after Retry': ledger.lostWithExecution.length - stillMissing.length });
		const inFlight = inFlightDuring(result, calmAt);
		explain(scenario, ledger, inFlight, stillMissing, (id) =>
			timesOf(id, result.deliveries, listener.passes),
		);
		return { ledger, inFlight, stillMissing };
	}

	private async settle(workflowId: string): Promise<void> {
		const { main, supervisor } = this.rig;
		if (await untilEnded(main.api, workflowId, PATIENCE_MS)) return;
		// n8n looks for executions that nothing runs when it starts, and then once an hour.
		await main.kill();
		await supervisor.untilAllRun();
		await untilEnded(main.api, workflowId, PATIENCE_MS);
	}
}

/** What a person does in the list of executions: presses Retry. */
async function retryBroken(api: N8nApi, listener: Listener, ledger: Ledger): Promise<string[]> {
	if (ledger.lostWithExecution.length === 0) return [];
	for (const id of [...ledger.crashed, ...ledger.failed.map((execution) => execution.id)])
		await api.waitForExecution(await api.retryExecution(id));
	const passed = listener.passes.executionsById();
	return ledger.lostWithExecution.filter((webhookId) => !passed.has(webhookId));
}

function inFlightDuring({ deliveries, midway }: StreamResult, calmAt: number): string[] {
	if (midway === undefined) return [];
	const isDuring = (at: number) => at > midway.from - LEAD_MS && at < calmAt;
	return deliveries
		.filter(({ attempts }) => attempts.some(({ at }) => isDuring(at)))
		.map(({ webhookId }) => webhookId);
}

/** When a delivery was attempted and when it passed, in seconds since its first attempt. */
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

/** Lists every delivery that did not fare as promised, with the reason. */
function explain(
	scenario: string,
	ledger: Ledger,
	inFlight: string[],
	stillMissing: string[],
	times: (webhookId: string) => string,
): void {
	const lines = [
		...ledger.lost.map((id) => `${id} was lost; ${times(id)}`),
		...ledger.lostWithExecution.map((id) => {
			const retried = stillMissing.includes(id) ? 'nor when it was retried' : 'it did when that was retried';
			return `${id} did not pass, because n8n marked its execution crashed or failed; ${retried}`;
		}),
		...ledger.twice.map((id) => {
			const reason = inFlight.includes(id) ? 'it was in flight during the fault' : 'for no known reason';
			return `${id} passed twice: ${reason}; ${times(id)}`;
		}),
		...ledger.givenUp.map(({ id, message }) => `execution ${id} was given up by n8n: ${message}`),
		...ledger.failed.map(({ id, message }) => `execution ${id} failed: ${message}`),
		...ledger.unfinished.map((id) => `execution ${id} has not ended`),
	];
	if (lines.length > 0) console.log([`${scenario}:`, ...lines].join('\n'));
}

import {
	DeliveredFaxes,
	killMain,
	Ledger,
	untilEndedByRestart,
	type Listener,
	type Rig,
} from '../../../tools/harness/endurance';
import type { Simulator } from '../../../tools/simulator';
import { concluded, explain, figuresOf, type CheckOptions, type Outcome } from './outcome';
import { note } from './report';
import { DeliveryStreams, type StreamOptions } from './stream';

/** What happened to a stream of deliveries. */
export interface DeliveryOutcome extends Outcome {
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
	private readonly streams: DeliveryStreams;

	constructor(
		private readonly rig: Rig,
		private readonly simulator: Simulator,
	) {
		this.streams = new DeliveryStreams(simulator, rig);
	}

	/**
	 * Runs a stream, waits until everything has finished, and retries executions that n8n has marked as crashed or failed.
	 * The figures are in the report under the scenario's name.
	 */
	async run(
		scenario: string,
		listener: Listener,
		options: StreamOptions & CheckOptions,
	): Promise<DeliveryOutcome> {
		const { api } = this.rig.main;
		const { workflowId, passes } = listener;
		const [newest] = await api.listExecutions(workflowId, 1);
		const faxes = new DeliveredFaxes(this.simulator, passes);
		const ledger = new Ledger(api, listener, faxes, Number(newest?.id ?? 0));
		const { duration, disturbances } = await this.streams.run(faxes, options);
		await this.rig.supervisor.untilAllRun();
		await untilEndedByRestart(api, workflowId, PATIENCE_MS, [() => killMain(this.rig)]);

		const { attempts, copies } = faxes;
		const executions = (await ledger.executions()).length;
		const inFlight = { kills: disturbances, lead: LEAD_MS, countsStart: false };
		const outcome = { ...(await concluded(ledger, inFlight, options)), attempts, executions };
		note(scenario, {
			deliveries: options.count,
			'a second': (options.count / (duration / 1000)).toFixed(1),
			'delivered again': faxes.all.filter((fax) => fax.copies > 0).length,
			copies,
			attempts,
			executions,
			...figuresOf(outcome),
		});
		explain(scenario, ledger, outcome);
		return outcome;
	}
}

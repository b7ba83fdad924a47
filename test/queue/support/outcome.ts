import type { N8nApi } from '../../../harness/n8n';
import type { Ledger } from './ledger';
import type { PassCounter } from './passes';
import type { Figures } from './report';

/** How a scenario has ended. */
export interface Outcome<L extends Ledger = Ledger> {
	ledger: L;
	/** Deliveries or faxes that were under way during a disturbance. */
	inFlight: string[];
	/** Of those lost in crashed or failed executions: the ones that did not pass when the execution was retried either. */
	stillMissing: string[];
}

/** What a person does in the list of executions: presses Retry. */
export async function retryBroken(
	api: N8nApi,
	passes: PassCounter,
	{ lostWithExecution, crashed, failed }: Ledger,
): Promise<string[]> {
	if (lostWithExecution.length === 0) return [];
	for (const id of [...crashed, ...failed.map((execution) => execution.id)])
		await api.waitForExecution(await api.retryExecution(id));
	const passed = passes.executionsById();
	return lostWithExecution.filter((id) => !passed.has(id));
}

export function figuresOf({ ledger, stillMissing }: Omit<Outcome, 'inFlight'>): Figures {
	const broken = ledger.lostWithExecution.length;
	return {
		'passed in exactly one execution': ledger.passedOnce,
		lost: ledger.lost.length,
		'lost in crashed or failed executions': broken,
		'of these passed after Retry': broken - stillMissing.length,
		'passed twice': ledger.twice.length,
		'executions marked crashed': ledger.crashed.length,
		'executions given up by n8n, without their data': ledger.givenUp.length,
		'executions failed': ledger.failed.length,
	};
}

/**
 * Lists everything that did not fare as promised, with the reason.
 *
 * @param times when it came and when it passed
 */
export function explain(
	scenario: string,
	{ ledger, inFlight, stillMissing }: Outcome,
	times: (id: string) => string,
): void {
	const lines = [
		...ledger.lost.map((id) => `${id} was lost; ${times(id)}`),
		...ledger.lostWithExecution.map((id) => {
			const retried = stillMissing.includes(id) ? 'nor when it was retried' : 'it did when that was retried';
			return `${id} did not pass, because n8n marked its execution crashed or failed; ${retried}`;
		}),
		...ledger.twice.map((id) => {
			const reason = inFlight.includes(id) ? 'it was in flight at a disturbance' : 'for no known reason';
			return `${id} passed twice: ${reason}; ${times(id)}`;
		}),
		...[...ledger.givenUp, ...ledger.failed, ...ledger.outages].map(
			({ id, message }) => `execution ${id} failed: ${message}`,
		),
		...ledger.unfinished.map((id) => `execution ${id} has not ended`),
	];
	if (lines.length > 0) console.log([`${scenario}:`, ...lines].join('\n'));
}

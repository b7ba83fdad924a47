import type { N8nApi } from '../../../harness/n8n';
import {
	failedExecutions,
	GIVEN_UP,
	idsOfExecutions,
	namedIn,
	UNFINISHED,
	type FailedExecution,
} from './ledger';
import type { PassCounter } from './passes';
import type { ListedFax } from './pollingStream';

/** How the simulator's faxes are named. */
export const FAX_ID = /\bfax_\w+/g;

/** What a poll says that shows an outage of the service: no fax was in that execution. */
export const OUTAGE = /start the workflow once this is mended/;

/** What became of faxes that were listed. */
export interface PollingLedger {
	/** Faxes that passed in exactly one execution. */
	passedOnce: number;
	/** Passed in no execution, and n8n lists no crashed or failed execution that had them. */
	lost: string[];
	/** Passed in no execution, but n8n lists a crashed or failed one that had them. */
	lostWithExecution: string[];
	/** Passed in several executions. */
	twice: string[];
	/** Ids of executions that n8n has marked crashed. */
	crashed: string[];
	/** Executions that n8n ended because their process died; n8n has replaced their data by an error. */
	givenUp: FailedExecution[];
	/** Failed executions that show that the service was out of order: no fax was in them. */
	outages: FailedExecution[];
	/** Executions that failed in any other way. */
	failed: FailedExecution[];
	/** Ids of executions that have not ended. */
	unfinished: string[];
}

/** Compares the faxes that were listed with what passed the trigger and with n8n's list of executions. */
export async function balancePolls(
	api: N8nApi,
	workflowId: string,
	passes: PassCounter,
	faxes: readonly ListedFax[],
): Promise<PollingLedger> {
	const crashed = await idsOfExecutions(api, workflowId, ['crashed']);
	const ended = await failedExecutions(api, await idsOfExecutions(api, workflowId, ['error', 'canceled']));
	const outages = ended.filter(({ advice }) => OUTAGE.test(advice));
	const givenUp = ended.filter((one) => !outages.includes(one) && !one.hasRun && GIVEN_UP.test(one.message));
	const failed = ended.filter((one) => !outages.includes(one) && !givenUp.includes(one));
	const broken = await namedIn(api, [...crashed, ...failed.map(({ id }) => id)], FAX_ID);
	const passed = passes.executionsById();
	const ids = (isSo: (times: number, id: string) => boolean): string[] =>
		faxes.filter(({ id }) => isSo(passed.get(id)?.size ?? 0, id)).map(({ id }) => id);
	return {
		passedOnce: ids((times) => times === 1).length,
		lost: ids((times, id) => times === 0 && !broken.has(id)),
		lostWithExecution: ids((times, id) => times === 0 && broken.has(id)),
		twice: ids((times) => times > 1),
		crashed,
		givenUp,
		outages,
		failed,
		unfinished: await idsOfExecutions(api, workflowId, UNFINISHED),
	};
}

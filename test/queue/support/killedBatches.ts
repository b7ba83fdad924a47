import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject, INode } from 'n8n-workflow';

import type { Simulator } from '../../../tools/simulator';
import { requestN8n, type Execution, type ExecutionSummary, type N8n } from '../../../tools/harness/n8n';
import { node } from '../../../tools/harness/n8n/workflows';
import { publishSends, sentFaxes, untilEndedByRestart } from '../../../tools/harness/endurance';

const NUMBER = '+15550100131';
/** Number of sends in a batch. */
const SIZE = 20;
/** How often a user presses Retry. After that, the node is set to continue on errors for a last attempt. */
const RETRIES = 2;
/** How often n8n is restarted if executions don't end within this time. */
const RESTARTS = 3;
const PATIENCE_MS = 20_000;

/** The result of batches that were killed or refused, and then retried until every send was attempted. */
export interface BatchTally {
	batches: number;
	sends: number;
	/** Number of executions that n8n lists as crashed. */
	crashed: number;
	/** Number of executions that n8n lists as failed. */
	failed: number;
	retries: number;
	/** Numbers with more than one fax. */
	twice: string[];
	/** Numbers whose item says that it's unknown whether the fax was sent, by whether it actually was. */
	inDoubt: { sent: number; notSent: number };
	/** Numbers that got no fax although no item says so. */
	leftOut: string[];
	/**
	 * Executions for which n8n has stored no node to continue with, so a retry runs nothing. Each has n8n's error, n8n's
	 * response to a retry, and how many numbers got no fax.
	 */
	emptied: Emptied[];
}

interface Emptied {
	id: string;
	error: string;
	retry: string;
	missing: number;
}

/** A batch with the last attempt of its execution. */
interface Batch {
	numbers: string[];
	last: Execution;
	/** Result of the retry, if n8n emptied the execution. */
	retryOfEmpty?: string;
}

/**
 * Batches of sends in one workflow, which a webhook starts. The workflow stops at an error, because that's the default of
 * new nodes.
 */
export class KilledBatches {
	private readonly accepted: string[][] = [];

	private made = 0;

	private constructor(
		private readonly main: N8n,
		private readonly workflow: Awaited<ReturnType<typeof publishSends>>,
		private readonly simulator: Simulator,
		private readonly random: () => number,
	) {}

	static async start(main: N8n, simulator: Simulator, random: () => number): Promise<KilledBatches> {
		const batches = await publishSends(main, simulator, {
			name: 'batches',
			number: NUMBER,
			to: "$json['body.numbers']",
			before: [node('Items', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'body.numbers' })],
		});
		simulator.latency = ({ operationId }) => (operationId === 'sendFax' ? 20 + random() * 80 : 0);
		return new KilledBatches(main, batches, simulator, random);
	}

	/** Number of faxes that Fax.Plus has accepted. */
	private get taken(): number {
		return sentFaxes(this.workflow.account).length;
	}

	/**
	 * Starts batches, a few at once, and kills n8n at a random moment while they run. Now and then, a send is refused.
	 *
	 * @param end ends the process that runs the batches, and starts it again
	 */
	async kill(count: number, atOnce: number, end: () => Promise<void>): Promise<void> {
		const { random, simulator } = this;
		for (let begun = 0; begun < count; begun += atOnce) {
			const before = this.taken;
			const batches = Math.min(atOnce, count - begun);
			await this.startBatches(batches);
			if (random() < 0.7)
				simulator.fail({
					operationId: 'sendFax',
					times: 1,
					with: 400,
					error: 'bad_request',
					description: 'No',
				});
			const goal = before + Math.ceil(random() * batches * SIZE * 0.7);
			const deadline = Date.now() + 15_000;
			while (this.taken < goal && Date.now() < deadline) await pause(2);
			await pause(random() * 30);
			await end();
		}
	}

	/** Starts batches, one shortly after the other. */
	private async startBatches(count: number): Promise<void> {
		const { url, agent: httpsAgent } = this.workflow;
		for (let batch = 0; batch < count; batch++) {
			const numbers = Array.from({ length: SIZE }, () => `+1555${String(3_000_000 + this.made++)}`);
			// n8n 2.41 registers a webhook only after it has responded to the publish.
			const post = async () => await requestN8n({ url, method: 'POST', data: { numbers }, httpsAgent });
			while ((await post()).status !== 200) await pause(100);
			this.accepted.push(numbers);
			await pause(this.random() * 300);
		}
	}

	/** Presses Retry for everything that was killed or has failed, as docs/send.md advises. */
	async retryAll(restart: () => Promise<void>): Promise<BatchTally> {
		const { api } = this.main;
		const first = await this.untilEnded(restart);
		if (first.length !== this.accepted.length)
			throw new Error(`n8n lists ${first.length} executions of ${this.accepted.length} batches`);
		const batches: Batch[] = [];
		for (const [at, { id }] of first.entries())
			batches.push({ numbers: this.accepted[at] ?? [], last: await api.getExecution(id) });

		let retries = 0;
		for (let attempt = 0; attempt <= RETRIES; attempt++) {
			const isLast = attempt === RETRIES;
			if (isLast) await this.continueOnError();
			for (const batch of batches.filter(({ last }) => last.status !== 'success')) {
				if (isEmptied(batch.last)) {
					batch.retryOfEmpty ??= await this.retryOfEmpty(batch.last.id);
					continue;
				}
				batch.last = await api.getExecution(await api.retryExecution(batch.last.id, isLast));
				retries += 1;
			}
		}
		for (const batch of batches) batch.last = await api.getExecution(batch.last.id);
		return {
			batches: batches.length,
			sends: this.accepted.flat().length,
			crashed: first.filter(({ status }) => status === 'crashed').length,
			failed: first.filter(({ status }) => status === 'error').length,
			retries,
			...this.fatesOf(batches),
		};
	}

	/** Waits until n8n lists no execution as running, and restarts n8n if that's needed. Returns the executions, oldest first. */
	private async untilEnded(restart: () => Promise<void>): Promise<ExecutionSummary[]> {
		const { api } = this.main;
		const { workflowId } = this.workflow;
		const restarts = Array.from({ length: RESTARTS }, () => restart);
		const areEnded = await untilEndedByRestart(api, workflowId, PATIENCE_MS, restarts);
		if (!areEnded) throw new Error('Executions never end');
		const listed = await api.listExecutions(workflowId, 100);
		return listed.sort((one, other) => Number(one.id) - Number(other.id));
	}

	/** Saves the workflow with **On Error: Continue**, so that each item shows its own result. */
	private async continueOnError(): Promise<void> {
		const { api } = this.main;
		const { nodes } = await api.getWorkflow(this.workflow.workflowId);
		const onError = (each: INode): INode => ({ ...each, onError: 'continueRegularOutput' });
		const changed = nodes.map((each) => (each.name === 'Send' ? onError(each) : each));
		await api.updateWorkflow(this.workflow.workflowId, { nodes: changed });
	}

	/** Returns what a user gets after pressing Retry for an execution that n8n has emptied. */
	private async retryOfEmpty(id: string): Promise<string> {
		try {
			const { status, data } = await this.main.api.getExecution(await this.main.api.retryExecution(id));
			return `${status}: ${data.resultData.error?.message ?? 'no error'}`;
		} catch (error) {
			return String(error);
		}
	}

	private fatesOf(batches: Batch[]): Pick<BatchTally, 'twice' | 'inDoubt' | 'leftOut' | 'emptied'> {
		const counts = new Map<string, number>();
		for (const { to } of sentFaxes(this.workflow.account)) counts.set(to, (counts.get(to) ?? 0) + 1);
		const twice = [...counts].filter(([, count]) => count > 1).map(([number]) => number);
		const inDoubt = { sent: 0, notSent: 0 };
		const leftOut: string[] = [];
		const emptied: Emptied[] = [];
		for (const { numbers, last, retryOfEmpty } of batches) {
			const missing = numbers.filter((number) => !counts.has(number));
			if (isEmptied(last)) {
				const error = last.data.resultData.error?.message ?? `no error, but ${last.status}`;
				emptied.push({ id: last.id, error, retry: retryOfEmpty ?? '', missing: missing.length });
				continue;
			}
			const results = resultsOf(last);
			const doubted = numbers.filter((_number, at) => isInDoubt(results[at]));
			const untold = missing.filter((number) => !doubted.includes(number));
			inDoubt.sent += doubted.filter((number) => counts.has(number)).length;
			inDoubt.notSent += missing.length - untold.length;
			const resultFor = (number: string): string => JSON.stringify(results[numbers.indexOf(number)]);
			leftOut.push(
				...untold.map((number) => `${number} in execution ${last.id}, ${last.status}: ${resultFor(number)}`),
			);
		}
		return { twice, inDoubt, leftOut, emptied };
	}
}

/**
 * Returns whether n8n has stored no node that a retry would run. Otherwise, it has stored the failed node, or the first
 * node of a crashed execution.
 */
function isEmptied({ status, data }: Execution): boolean {
	return status !== 'success' && (data.executionData?.nodeExecutionStack ?? []).length === 0;
}

/** Returns the results for each item in the node's last run. */
function resultsOf({ data }: Execution): IDataObject[] {
	const run = data.resultData.runData['Send']?.at(-1);
	return (run?.data?.['main']?.[0] ?? []).map(({ json }) => json);
}

function isInDoubt(result: IDataObject | undefined): boolean {
	return (result?.['error'] as IDataObject | undefined)?.['outcome'] === 'unknown';
}

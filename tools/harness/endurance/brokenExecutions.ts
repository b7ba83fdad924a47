import type { Execution, ExecutionStatus, N8nApi } from '../n8n';
import { idsOfExecutions } from './executions';

/** An execution that crashed or failed. */
export interface Broken {
	id: string;
	/**
	 * n8n ended executions that are `givenUp` itself, because their process died or couldn't reach the database. It has replaced
	 * their data with an error, so it's unknown which faxes they contained. An `outage` execution only reports an outage of
	 * Fax.Plus. Executions that `failed` failed in any other way.
	 */
	kind: 'crashed' | 'failed' | 'givenUp' | 'outage';
	message: string;
	/** Deliveries and faxes in the data of the execution. */
	names: ReadonlySet<string>;
	/** Unix time in milliseconds when the execution was found. */
	seenAt: number;
}

/** Matches n8n's error for an execution whose worker died, or that couldn't reach the database. */
export const GIVEN_UP =
	/failed to be processed too many times|exceeded when trying to connect|Driver not Connected|[Cc]onnection|database system|ECONN|pool after calling end|without run data/;
/** Matches the advice of an execution that reports an outage of Fax.Plus. It contains no fax. */
const OUTAGE = /start the workflow once you've fixed this/;
/** Matches the names that deliveries and faxes have in the simulator. */
const NAME = /\b(msg|fax|session)_\w+/g;

/**
 * The executions of a workflow that n8n lists as crashed or failed.
 *
 * They must be collected during a long run, because n8n only keeps its latest 10,000 executions.
 */
export class BrokenExecutions {
	private readonly found = new Map<string, Broken>();

	/** Executions that "Retry" started. */
	readonly retries = new Set<string>();

	private readonly retried = new Set<string>();

	/** @param after id of the last execution to ignore, with all earlier ones */
	constructor(
		private readonly api: N8nApi,
		private readonly workflowId: string,
		private readonly after = 0,
	) {}

	of(...kinds: ReadonlyArray<Broken['kind']>): Broken[] {
		return [...this.found.values()].filter(({ kind }) => kinds.includes(kind));
	}

	/** Executions that can be retried, because n8n still has their data. */
	get retryable(): Broken[] {
		return this.of('crashed', 'failed');
	}

	/** Records new entries in n8n's list. */
	async look(): Promise<void> {
		for (const status of ['crashed', 'error', 'canceled'] as const)
			for (const id of await this.news(status)) this.found.set(id, await this.read(id, status));
	}

	/**
	 * Retries each execution in which something still hasn't started the workflow, as a person would in the list of executions.
	 * One retry is enough, because n8n lists a retry that crashes as a new execution.
	 *
	 * @param isNeeded called before each retry, because several executions may contain the same fax
	 * @param graceMs how long an execution must have been known, in milliseconds
	 */
	async retry(isNeeded: (names: ReadonlySet<string>) => boolean, graceMs: number): Promise<void> {
		for (const { id, names, seenAt } of this.retryable) {
			if (this.retried.has(id) || Date.now() < seenAt + graceMs || !isNeeded(names)) continue;
			const retry = await this.api.retryExecution(id);
			this.retried.add(id);
			this.retries.add(retry);
			await this.api.waitForExecution(retry).catch(() => undefined);
		}
	}

	private async news(status: ExecutionStatus): Promise<string[]> {
		const ids = await idsOfExecutions(this.api, this.workflowId, [status], this.after);
		return ids.filter((id) => !this.found.has(id));
	}

	private async read(id: string, status: ExecutionStatus): Promise<Broken> {
		const names = await this.namesIn(id);
		const found = { id, names, seenAt: Date.now() };
		if (status === 'crashed') return { ...found, kind: 'crashed', message: 'crashed' };
		const execution = await this.api.getExecution(id);
		const message = execution.data.resultData.error?.message ?? 'without a message';
		return { ...found, kind: kindOf(execution), message };
	}

	/** Searches the text of the data, because n8n may have kept only the beginning of an execution. */
	private async namesIn(id: string): Promise<Set<string>> {
		const { data } = await this.api.call<{ data: string }>('GET', `/rest/executions/${id}`);
		return new Set([...data.matchAll(NAME)].map(([name]) => name));
	}
}

function kindOf({ data: { resultData } }: Execution): Broken['kind'] {
	const { error, runData } = resultData;
	if (OUTAGE.test(error?.description ?? '')) return 'outage';
	const hasRun = Object.keys(runData).length > 0;
	return !hasRun && GIVEN_UP.test(error?.message ?? '') ? 'givenUp' : 'failed';
}

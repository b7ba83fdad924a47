import type { N8nApi } from '../../harness/n8n';
import {
	failedExecutions,
	GIVEN_UP,
	idsOfExecutions,
	namedIn,
	OUTAGE,
} from '../../../test/queue/support/ledger';

/** An execution that crashed or failed. */
interface Broken {
	id: string;
	kind: 'crashed' | 'failed' | 'givenUp' | 'outage';
	message: string;
	/** Deliveries or faxes in the data of the execution. */
	names: ReadonlySet<string>;
	/** Unix time in milliseconds when the execution was found. */
	seenAt: number;
}

/**
 * How long to wait before a broken execution is retried, in milliseconds. In this time, the simulator or the trigger may
 * deliver its faxes again.
 */
const GRACE_MS = 90_000;

/**
 * The executions of a workflow that n8n lists as crashed or failed.
 *
 * They must be collected during the run, because n8n only keeps its latest 10,000 executions.
 */
export class BrokenExecutions {
	private readonly found = new Map<string, Broken>();

	/** Executions that "Retry" started. */
	readonly retries = new Set<string>();

	private readonly retried = new Set<string>();

	/** @param names pattern for the names of deliveries or faxes in the data of executions */
	constructor(
		private readonly api: N8nApi,
		private readonly workflowId: string,
		private readonly names: RegExp,
	) {}

	of(kind: Broken['kind']): Broken[] {
		return [...this.found.values()].filter((broken) => broken.kind === kind);
	}

	/**
	 * Records new entries in n8n's list. Retries an execution if something in it still hasn't started a workflow.
	 *
	 * @param missing called before each retry, because several executions may contain the same fax
	 */
	async check(missing: () => ReadonlySet<string>): Promise<void> {
		for (const id of await this.news(['crashed'])) await this.note(id, 'crashed', 'crashed');
		const failed = await failedExecutions(this.api, await this.news(['error', 'canceled']));
		for (const { id, message, advice, hasRun } of failed) {
			const isGivenUp = !hasRun && GIVEN_UP.test(message);
			await this.note(id, OUTAGE.test(advice) ? 'outage' : isGivenUp ? 'givenUp' : 'failed', message);
		}
		for (const broken of [...this.of('crashed'), ...this.of('failed')]) await this.retry(broken, missing);
	}

	private async news(statuses: Parameters<typeof idsOfExecutions>[2]): Promise<string[]> {
		const ids = await idsOfExecutions(this.api, this.workflowId, statuses);
		return ids.filter((id) => !this.found.has(id));
	}

	private async note(id: string, kind: Broken['kind'], message: string): Promise<void> {
		const names = await namedIn(this.api, [id], this.names);
		this.found.set(id, { id, kind, message, names, seenAt: Date.now() });
	}

	/**
	 * Retries an execution, as a person would in the list of executions. One retry is enough, because n8n lists a retry that
	 * crashes as a new execution.
	 */
	private async retry({ id, names, seenAt }: Broken, missing: () => ReadonlySet<string>): Promise<void> {
		if (this.retried.has(id) || Date.now() < seenAt + GRACE_MS) return;
		const open = missing();
		if (![...names].some((name) => open.has(name))) return;
		const retry = await this.api.retryExecution(id);
		this.retried.add(id);
		this.retries.add(retry);
		await this.api.waitForExecution(retry).catch(() => undefined);
	}
}

import type { N8nApi } from '../../harness/n8n';
import {
	failedExecutions,
	GIVEN_UP,
	idsOfExecutions,
	namedIn,
	OUTAGE,
} from '../../../test/queue/support/ledger';

/** An execution that has not ended well. */
interface Broken {
	id: string;
	kind: 'crashed' | 'failed' | 'givenUp' | 'outage';
	message: string;
	/** The deliveries or faxes that it had. */
	names: ReadonlySet<string>;
	/** Unix time in milliseconds. */
	seenAt: number;
}

/** Until then the service or the trigger itself may bring back what a crashed execution had. */
const GRACE_MS = 90_000;

/**
 * The executions of a workflow that n8n lists as crashed or failed. Looked at while the run goes on, because n8n deletes
 * what is not among its latest 10,000.
 */
export class BrokenExecutions {
	private readonly found = new Map<string, Broken>();

	/** Executions that "Retry" has begun. */
	readonly retries = new Set<string>();

	private readonly retried = new Set<string>();

	/**
	 * @param names what deliveries or faxes look like in the data of executions
	 */
	constructor(
		private readonly api: N8nApi,
		private readonly workflowId: string,
		private readonly names: RegExp,
	) {}

	of(kind: Broken['kind']): Broken[] {
		return [...this.found.values()].filter((broken) => broken.kind === kind);
	}

	/**
	 * Notes what is new in n8n's list, and presses Retry on what had something that has passed nowhere since.
	 *
	 * @param missing asked before each, as several executions may have had the same
	 */
	async look(missing: () => ReadonlySet<string>): Promise<void> {
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

	/** What a person does in the list of executions; once, since an execution that crashes again is listed anew. */
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

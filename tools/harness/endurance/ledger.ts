import type { ExecutionStatus, N8nApi } from '../n8n';
import { BrokenExecutions } from './brokenExecutions';
import { idsOfExecutions } from './executions';
import type { PassCounter } from './passes';
import { tallyOf, type InFlight, type Tally, type Tracked } from './tally';

/** An active workflow whose last node counts its items. */
export interface CountedWorkflow {
	workflowId: string;
	passes: PassCounter;
}

/** Faxes that should start a workflow. */
export interface Faxes {
	readonly tracked: readonly Tracked[];
	/** Returns when a fax came, and what became of its delivery. */
	storyOf: (id: string) => string;
}

/** Compares the faxes that should start a workflow with those that did, and with n8n's list of executions. */
export class Ledger {
	readonly broken: BrokenExecutions;

	/** @param after id of the last execution to ignore, with all earlier ones */
	constructor(
		private readonly api: N8nApi,
		private readonly workflow: CountedWorkflow,
		private readonly faxes: Faxes,
		private readonly after = 0,
	) {
		this.broken = new BrokenExecutions(api, workflow.workflowId, after);
	}

	/** Ids of the faxes that haven't started the workflow yet, whether they must or not. */
	get outstanding(): string[] {
		const passed = this.workflow.passes.byId();
		return this.faxes.tracked.map(({ id }) => id).filter((id) => !passed.has(id));
	}

	/** Looks for broken executions, and retries those with a fax that must start the workflow but hasn't. */
	async retryBroken(graceMs = 0): Promise<void> {
		await this.broken.look();
		await this.broken.retry((names) => this.containsMissing(names), graceMs);
	}

	/** Returns the ids of executions with one of these statuses, or of all executions. */
	async executions(statuses?: readonly ExecutionStatus[]): Promise<string[]> {
		return await idsOfExecutions(this.api, this.workflow.workflowId, statuses, this.after);
	}

	/** Returns what has happened to each fax so far. */
	tally(inFlight: InFlight): Tally {
		const { passes } = this.workflow;
		const { retries, retryable } = this.broken;
		const broken = new Set(retryable.flatMap(({ names }) => [...names].map((name) => passes.idOf(name))));
		const isInBroken = (id: string): boolean => broken.has(id);
		return tallyOf(this.faxes.tracked, passes.byId(), { ...inFlight, retries, isInBroken });
	}

	/** Returns everything that didn't go as usual, one line each. */
	explain({ lost, lostWithExecution, neverAccepted, twice }: Tally): string[] {
		const story = (words: string) => (id: string) => `${id} ${words}; ${this.faxes.storyOf(id)}`;
		return [
			...lost.map(story('was lost')),
			...lostWithExecution.map(story('did not pass, because its execution crashed or failed')),
			...neverAccepted.map(story('was never accepted')),
			...twice.map(({ id, excuse = 'for no known reason', passed }) => {
				const passes = passed.map(({ executionId, at }) => `${clockTime(at)} (execution ${executionId})`);
				return story(`passed twice: ${excuse}; passed ${passes.join(', ')}`)(id);
			}),
			...this.broken
				.of('failed', 'givenUp', 'outage')
				.map(({ id, kind, message }) => `execution ${id}, ${kind}: ${message}`),
		];
	}

	private containsMissing(names: ReadonlySet<string>): boolean {
		const { passes } = this.workflow;
		const passed = passes.byId();
		const ids = new Set([...names].map((name) => passes.idOf(name)));
		return this.faxes.tracked.some(({ id, accepted }) => accepted && ids.has(id) && !passed.has(id));
	}
}

/** The time of day of a Unix time in milliseconds. */
export function clockTime(at: number): string {
	return new Date(at).toISOString().slice(11, 23);
}

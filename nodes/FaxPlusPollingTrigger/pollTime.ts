import type { IPollFunctions } from 'n8n-workflow';

import type { ApiContext } from '../shared/service/account';

/** What n8n gives a poll where it does not say: its usual limit, and in 2.8 there is none. In milliseconds. */
const USUAL_BUDGET = 300_000;

/** The time that n8n gives one poll. */
export class PollTime {
	/** No page is asked for after it; in milliseconds. */
	readonly deadline: number;

	private readonly budget: number;

	private readonly end: AbortSignal;

	constructor(private readonly context: IPollFunctions) {
		const { getPollBudgetMs } = context as Partial<IPollFunctions>;
		this.budget = getPollBudgetMs?.call(context) ?? USUAL_BUDGET;
		this.deadline = Date.now() + this.budget / 2;
		this.end = AbortSignal.timeout(this.budget * 0.9);
	}

	/**
	 * Whether n8n's durable scheduler (2.41) polls. It has a limit of its own, and makes a context for each poll; otherwise one
	 * context serves from an activation to the next.
	 */
	get isScheduled(): boolean {
		return this.budget !== USUAL_BUDGET;
	}

	/** Whether requests have been ended. */
	get isOver(): boolean {
		return this.end.aborted;
	}

	/** The context, by which requests end with the time. */
	limitedContext(): ApiContext {
		const getExecutionCancelSignal = { value: (): AbortSignal => this.end };
		return Object.create(this.context, { getExecutionCancelSignal }) as IPollFunctions;
	}
}

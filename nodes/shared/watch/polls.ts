import type { IPollFunctions } from 'n8n-workflow';

/** What n8n gives a poll where it does not say: its usual limit, and in 2.8 there is none. In milliseconds. */
const USUAL_BUDGET = 300_000;

/** Polls at an interval are no more punctual than that, in milliseconds. */
export const SLACK = 60_000;

/** The contexts of activations, each of which n8n uses for all polls until the next. */
const activated = new WeakSet<IPollFunctions>();

/** One call of a trigger's `poll`. */
export interface Poll {
	/** The time that n8n gives it, in milliseconds. */
	budget: number;
	/** Whether n8n activates the trigger, and waits for it. */
	isActivation: boolean;
	/** When its time is nearly over. */
	end: AbortSignal;
	/** The same context, whose requests end then. */
	limited: IPollFunctions;
}

/** Finds out about a poll; to be asked once for each. n8n's durable scheduler (2.41) has a limit of its own, and makes a context for each poll. */
export function pollOf(context: IPollFunctions): Poll {
	const { getPollBudgetMs } = context as Partial<IPollFunctions>;
	const budget = getPollBudgetMs?.call(context) ?? USUAL_BUDGET;
	const isActivation = budget === USUAL_BUDGET && !activated.has(context);
	activated.add(context);
	const end = AbortSignal.timeout(budget * 0.9);
	const limits = { getExecutionCancelSignal: { value: (): AbortSignal => end } };
	return { budget, isActivation, end, limited: Object.create(context, limits) as IPollFunctions };
}

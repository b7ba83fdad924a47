import type { IPollFunctions } from 'n8n-workflow';

import { keyOf, log } from '../log';
import { rememberedOf } from '../trigger/processMemory';
import { PACKAGE } from '../version';

/** Time for a poll if n8n doesn't set one, in milliseconds. It's n8n's usual limit, and n8n 2.8 has no limit. */
const USUAL_BUDGET = 300_000;

/** Time after which a poll is considered to have hung, in milliseconds. */
const LONGEST_POLL = 600_000;

/**
 * Maximum number of activations before the next poll. Few people publish more often, even if checks are hours apart. So if
 * there are more, they come from n8n's durable scheduler.
 */
const MOST_ACTIVATIONS = 10;

/** What this process knows about the polls of one trigger. */
class Polls {
	/** Time until which a poll counts as running. n8n starts the next poll even if one is still running. */
	busyUntil = 0;

	/** Contexts of activations. n8n uses each one for all polls until the next activation. */
	readonly activated = new WeakSet<IPollFunctions>();

	/** Number of activations since the last regular poll. */
	activations = 0;

	/** The node's name in the last poll, and whether the log already shows that another node has its ID. */
	name: string | undefined;
	hasLogged = false;
}

/** One call of a trigger's `poll`. */
export interface Poll {
	/** Time that n8n gives the poll, in milliseconds. */
	budget: number;
	/** Whether n8n activates the trigger, and waits for the poll. */
	isActivation: boolean;
	/** Whether another poll of the trigger is running. */
	isBusy: boolean;
	/** Signal that aborts when the poll's time is nearly over. */
	end: AbortSignal;
	/** The poll's context, but with requests that end at that signal. */
	limited: IPollFunctions;
	/** Does the work of the poll. Until that ends, `isBusy` is true for other polls of the trigger. */
	alone: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Collects the facts about a poll. This must be called only once for each poll. */
export function pollOf(context: IPollFunctions): Poll {
	const polls = rememberedOf(keyOf(context), Polls);
	logOneId(polls, context);
	const { getPollBudgetMs } = context as Partial<IPollFunctions>;
	const budget = getPollBudgetMs?.call(context) ?? USUAL_BUDGET;
	const isActivation = isActivationOf(polls, context, budget);
	if (isActivation) logVersion(context);
	const end = AbortSignal.timeout(budget * 0.9);
	const limits = { getExecutionCancelSignal: { value: (): AbortSignal => end } };
	const limited = Object.create(context, limits) as IPollFunctions;
	const alone = async <T>(work: () => Promise<T>): Promise<T> => {
		polls.busyUntil = Date.now() + LONGEST_POLL;
		try {
			return await work();
		} finally {
			polls.busyUntil = 0;
		}
	};
	return { budget, isActivation, isBusy: Date.now() < polls.busyUntil, end, limited, alone };
}

let isVersionLogged = false;

/**
 * Logs once in each process which version of the package is loaded. After an update without a restart, the new version is
 * logged, too.
 */
function logVersion({ logger }: IPollFunctions): void {
	if (!isVersionLogged) logger.info(`${PACKAGE} is in use`);
	isVersionLogged = true;
}

/**
 * Whether n8n activates the trigger, which it does with a new context. n8n's durable scheduler (2.41) creates a context for
 * each poll, too, but has its own time limit. If its limit is the usual one, it can only be recognized by the number of
 * contexts.
 */
function isActivationOf(polls: Polls, context: IPollFunctions, budget: number): boolean {
	const isNew = budget === USUAL_BUDGET && !polls.activated.has(context);
	if (isNew) polls.activated.add(context);
	polls.activations = isNew ? polls.activations + 1 : 0;
	return isNew && (context.getActivationMode() !== 'update' || polls.activations <= MOST_ACTIVATIONS);
}

/**
 * Logs once that two nodes have the same ID, which n8n accepts before 2.41. A node that was only renamed is recognized by its
 * new context, and isn't logged.
 */
function logOneId(polls: Polls, context: IPollFunctions): void {
	const { name: last, hasLogged, activated } = polls;
	const { name } = context.getNode();
	polls.name = name;
	if (hasLogged || last === undefined || last === name || !activated.has(context)) return;
	polls.hasLogged = true;
	const line = `"${last}" and "${name}" have the same node ID, so each fax starts only one of them. Delete one of them, and add it again.`;
	log(context, 'warn', line);
}

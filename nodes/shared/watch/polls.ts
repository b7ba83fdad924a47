import type { IPollFunctions } from 'n8n-workflow';

import { keyOf, log } from '../log';
import { rememberedOf } from '../trigger/processMemory';
import { PACKAGE } from '../version';

/** What n8n gives a poll where it does not say: its usual limit, and in 2.8 there is none. In milliseconds. */
const USUAL_BUDGET = 300_000;

/** In milliseconds: a poll that has not ended by then never will. */
const LONGEST_POLL = 600_000;

/** A person hardly publishes more often before the next poll, as checks are hours apart; what comes more often is n8n's durable scheduler. */
const MOST_ACTIVATIONS = 10;

/** What this process knows of the polls of one trigger. */
class Polls {
	/** Until when one is under way: n8n begins the next one also while one takes long. */
	busyUntil = 0;

	/** The contexts of activations, each of which n8n uses for all polls until the next. */
	readonly activated = new WeakSet<IPollFunctions>();

	/** How many activations there were since the last other poll. */
	activations = 0;

	/** The name that the node had in the last poll, and whether the log says that another one has its id. */
	name: string | undefined;
	hasTold = false;
}

/** One call of a trigger's `poll`. */
export interface Poll {
	/** The time that n8n gives it, in milliseconds. */
	budget: number;
	/** Whether n8n activates the trigger, and waits for it. */
	isActivation: boolean;
	/** Whether another poll of the trigger is under way. */
	isBusy: boolean;
	/** When its time is nearly over. */
	end: AbortSignal;
	/** The same context, whose requests end then. */
	limited: IPollFunctions;
	/** Does the work of the poll while no other of the trigger begins. */
	alone: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Finds out about a poll; to be asked once for each. */
export function pollOf(context: IPollFunctions): Poll {
	const polls = rememberedOf(keyOf(context), Polls);
	tellOneId(polls, context);
	const { getPollBudgetMs } = context as Partial<IPollFunctions>;
	const budget = getPollBudgetMs?.call(context) ?? USUAL_BUDGET;
	const isActivation = isActivationOf(polls, context, budget);
	if (isActivation) tellVersion(context);
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

let isVersionTold = false;

/** Says once in each process which version of the package it has loaded. After an update without a restart, the new one says so, too. */
function tellVersion({ logger }: IPollFunctions): void {
	if (!isVersionTold) logger.info(`${PACKAGE} is in use`);
	isVersionTold = true;
}

/**
 * n8n's durable scheduler (2.41) has a limit of its own, and makes a context for each poll. Where its limit is the usual one,
 * only the number of such contexts tells.
 */
function isActivationOf(polls: Polls, context: IPollFunctions, budget: number): boolean {
	const isNew = budget === USUAL_BUDGET && !polls.activated.has(context);
	if (isNew) polls.activated.add(context);
	polls.activations = isNew ? polls.activations + 1 : 0;
	return isNew && (context.getActivationMode() !== 'update' || polls.activations <= MOST_ACTIVATIONS);
}

/** Says once that two nodes have one id, which n8n takes before 2.41. One that is renamed has another context, too. */
function tellOneId(polls: Polls, context: IPollFunctions): void {
	const { name: last, hasTold, activated } = polls;
	const { name } = context.getNode();
	polls.name = name;
	if (hasTold || last === undefined || last === name || !activated.has(context)) return;
	polls.hasTold = true;
	const line = `"${last}" and "${name}" have the same node ID, so each fax starts only one of them. Delete one of them, and add it again.`;
	log(context, 'warn', line);
}

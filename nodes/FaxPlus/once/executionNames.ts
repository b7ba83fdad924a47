import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { fingerprintOf } from '../../shared/values/fingerprint';

/**
 * The names that identify an execution, so that a retry recognizes which one it repeats, and the number of the node's run
 * in it.
 */
export interface RunNames {
	/** ID of the execution that a user would retry. For a sub-workflow, that's the outermost execution that called it. */
	attempt: string;
	/** True if this is certainly a retry. A sub-workflow of a retried workflow doesn't show that it's part of a retry. */
	isRetry: boolean;
	/** True if another workflow called this one. */
	isCalled: boolean;
	/** True if a person runs the workflow in the editor. */
	isByHand: boolean;
	/** When the first attempt began, in milliseconds. It's undefined if n8n no longer knows it. */
	beganAt: number | undefined;
	/** The name that only this execution and its retries have. */
	own: string;
	/** The name shared by all executions whose trigger returned the same items. */
	byTrigger: string;
	/** True if only `byTrigger` is known, because n8n 2.8 doesn't keep the time when a killed execution began. */
	isOwnLost: boolean;
	/** The name that a retry looks up in n8n's store. It's `own`, or `byTrigger` if `own` is lost. */
	asked: string;
	/** Number of this run, which is the same in each attempt. */
	run: number;
}

/** The property with which n8n marks output that it generated for the nodes of a killed execution. */
const REBUILT = 'isArtificialRecoveredEventItem';

type Began = NonNullable<ReturnType<IExecuteFunctions['getExecutionContext']>>;

/** An execution, and how it began. */
interface Root {
	id: string;
	began: Partial<Began>;
}

/** Returns the names of a run and of its execution. */
export async function namesOf(context: IExecuteFunctions): Promise<RunNames> {
	const { id, began } = await rootOf(context);
	const { establishedAt, source } = began;
	const isCalled = id !== context.getExecutionId();
	const isRetry = context.getMode() === 'retry' || source === 'retry';
	const isOwnLost = isRetry && (establishedAt === undefined || source === 'retry');
	const own = `at ${establishedAt ?? id}`;
	const trigger = isCalled ? undefined : began.triggerNode?.name;
	const byTrigger = `by ${fingerprintOf(JSON.stringify(triggerItems(context, trigger)))}`;
	return {
		attempt: id,
		isRetry,
		isCalled,
		isByHand: context.getMode() === 'manual' || source === 'manual',
		beganAt: isOwnLost ? undefined : establishedAt,
		own,
		byTrigger,
		isOwnLost,
		asked: isOwnLost ? byTrigger : own,
		run: runOf(context),
	};
}

/**
 * Returns the execution that n8n's Retry would repeat. A retry calls sub-workflows as new executions, which don't show that
 * they're repeated. But n8n stores which execution called each of them, and when that execution began.
 */
async function rootOf(context: IExecuteFunctions): Promise<Root> {
	let root: Root = { id: context.getExecutionId(), began: context.getExecutionContext() ?? {} };
	while (root.began.parentExecutionId !== undefined) {
		const { parentExecution } = (await context.getExecutionDataById(root.id)) ?? {};
		if (!parentExecution?.executionContext) break;
		root = { id: parentExecution.executionId, began: parentExecution.executionContext };
	}
	return root;
}

/**
 * Returns the number of this run within its attempt. After a kill, n8n starts over, but continues the run index after the
 * runs in its log. Those runs don't belong to this attempt.
 */
function runOf(context: IExecuteFunctions): number {
	const proxy = proxyOf(context);
	const { name } = context.getNode();
	const isRebuilt = (run: number): boolean => itemsOf(proxy, name, run)?.[0]?.json[REBUILT] === true;
	const runIndex = Number(proxy['$runIndex']) || 0;
	let [first, last] = [0, runIndex];
	// Uses a binary search, because a loop may have run thousands of times.
	while (first < last) {
		const middle = Math.floor((first + last) / 2);
		if (isRebuilt(middle)) first = middle + 1;
		else last = middle;
	}
	return runIndex - first;
}

/**
 * Returns the output of the trigger. In n8n 2.8, that's all that a retry of a killed execution has in common with its first
 * attempt.
 */
function triggerItems(context: IExecuteFunctions, trigger: string | undefined): unknown {
	const proxy = proxyOf(context);
	const { name, id } = context.getNode();
	const ancestors = context.getParentNodes(name).map((node) => node.name);
	for (const candidate of [...(trigger === undefined ? [] : [trigger]), ...ancestors.reverse()]) {
		const items = itemsOf(proxy, candidate, -1);
		if (items) return items.map(({ json }) => json);
	}
	return id;
}

/** Returns the items of a node's run. The last run has the number -1. The result is undefined if n8n has no items. */
function itemsOf(
	proxy: Record<string, unknown>,
	name: string,
	run: number,
): INodeExecutionData[] | undefined {
	try {
		const { $items } = proxy as {
			$items: (name: string, output: number, run: number) => INodeExecutionData[];
		};
		return $items(name, 0, run);
	} catch {
		return undefined;
	}
}

function proxyOf(context: IExecuteFunctions): Record<string, unknown> {
	return context.getWorkflowDataProxy(0);
}

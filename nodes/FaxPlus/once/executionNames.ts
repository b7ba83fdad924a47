import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { fingerprintOf } from '../../shared/values/fingerprint';

/** The names by which a retry knows the execution again that it repeats, and the run of the node in it. */
export interface RunNames {
	/** The execution that a person retries: this one, or the one that called this workflow as a sub-workflow. */
	attempt: string;
	/** This is certainly a retry. A sub-workflow of a retried workflow doesn't show that it's part of one. */
	isRetry: boolean;
	/** Another workflow called this one. */
	isCalled: boolean;
	/** A person runs the workflow in the editor. */
	isByHand: boolean;
	/** When the first attempt began, in milliseconds; undefined where n8n has forgotten it. */
	beganAt: number | undefined;
	/** The name that this execution and its retries have, and no other. */
	own: string;
	/** The name that all executions have whose trigger put out the same items. */
	byTrigger: string;
	/** Only `byTrigger` is left, because n8n 2.8 forgets when a killed execution began. */
	isOwnLost: boolean;
	/** The name that a retry asks n8n's store for: `own`, or `byTrigger` where that is lost. */
	asked: string;
	/** Number of this run, the same in each attempt. */
	run: number;
}

/** n8n marks the output that it makes up for nodes of a killed execution with this. */
const REBUILT = 'isArtificialRecoveredEventItem';

type Began = NonNullable<ReturnType<IExecuteFunctions['getExecutionContext']>>;

/** An execution, and how it began. */
interface Root {
	id: string;
	began: Partial<Began>;
}

/** The names of a run, and of the execution that it is in. */
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
 * The execution that n8n's Retry would repeat. A retry of a workflow calls its sub-workflows as new executions, which do not show
 * that they are repeated: but n8n stores with each what called it, and when that began.
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

/** After a kill n8n begins anew, but counts runs on from those in its log, which come first: this attempt repeats none of them. */
function runOf(context: IExecuteFunctions): number {
	const proxy = proxyOf(context);
	const { name } = context.getNode();
	const isRebuilt = (run: number): boolean => itemsOf(proxy, name, run)?.[0]?.json[REBUILT] === true;
	const runIndex = Number(proxy['$runIndex']) || 0;
	let [first, last] = [0, runIndex];
	// Halves what is left, because a loop may have run thousands of times.
	while (first < last) {
		const middle = Math.floor((first + last) / 2);
		if (isRebuilt(middle)) first = middle + 1;
		else last = middle;
	}
	return runIndex - first;
}

/** The output of the trigger. In n8n 2.8, a retry of a killed execution has nothing else in common with its first attempt. */
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

/** The items of a run of a node, the last one with -1; nothing where n8n has none. */
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

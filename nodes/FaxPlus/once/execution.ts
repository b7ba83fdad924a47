import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { fingerprintOf } from '../../shared/values/fingerprint';

/** The names by which a retry knows the execution again that it repeats, and the run of the node in it. */
export interface RunNames {
	isRetry: boolean;
	/** The name that this execution and its retries have, and no other. */
	own: string;
	/** The name that all executions have whose trigger put out the same items. */
	byTrigger: string;
	/** Whether only `byTrigger` is left, because n8n 2.8 forgets when an execution began that was killed. */
	isOwnLost: boolean;
	/** The name that a retry asks n8n's store for: `own`, or `byTrigger` where that is lost. */
	asked: string;
	/** Number of this run, the same in each attempt. */
	run: number;
}

/** What n8n puts in place of the output of nodes that have run in an execution that was killed. */
const REBUILT = 'isArtificialRecoveredEventItem';

/** The names of a run, and of the execution that it is in. */
export function namesOf(context: IExecuteFunctions): RunNames {
	const isRetry = context.getMode() === 'retry';
	const { establishedAt, source } = context.getExecutionContext() ?? {};
	const own = `at ${establishedAt ?? context.getExecutionId()}`;
	const byTrigger = `by ${fingerprintOf(JSON.stringify(triggerItems(context)))}`;
	const isOwnLost = isRetry && (establishedAt === undefined || source === 'retry');
	const asked = isOwnLost ? byTrigger : own;
	return { isRetry, own, byTrigger, isOwnLost, asked, run: runOf(context) };
}

/** After a kill n8n begins anew, but counts runs on from those in its log: this attempt repeats none of them. */
function runOf(context: IExecuteFunctions): number {
	const runIndex = Number(proxyOf(context)['$runIndex']) || 0;
	const { name } = context.getNode();
	const earlier = Array.from({ length: runIndex }, (_, index) => itemsOf(context, name, index));
	return earlier.filter((items) => items?.[0]?.json[REBUILT] !== true).length;
}

/** What the trigger put out: of a killed execution, all that a retry has in common with its first attempt in n8n 2.8. */
function triggerItems(context: IExecuteFunctions): unknown {
	const { name, id } = context.getNode();
	const ancestors = context.getParentNodes(name).map((node) => node.name);
	const trigger = context.getExecutionContext()?.triggerNode?.name;
	for (const candidate of [...(trigger === undefined ? [] : [trigger]), ...ancestors.reverse()]) {
		const items = itemsOf(context, candidate, -1);
		if (items) return items.map(({ json }) => json);
	}
	return id;
}

/** The items of a run of a node, the last one with -1; nothing where n8n has none. */
function itemsOf(context: IExecuteFunctions, name: string, run: number): INodeExecutionData[] | undefined {
	try {
		const { $items } = proxyOf(context) as {
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

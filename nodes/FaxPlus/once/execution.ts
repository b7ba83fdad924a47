import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { fingerprintOf } from '../../shared/values/fingerprint';

/** By what a retried execution knows its earlier attempts. */
export interface ExecutionNames {
	/** Whether n8n's Retry has started it. */
	isRetry: boolean;
	/** Of this execution and its retries alone. */
	own: string;
	/** The same, but also of others whose trigger put out the same items. */
	byTrigger: string;
	/** n8n 2.8 forgets of an execution that was killed when it began; then only `byTrigger` is left. */
	isOwnLost: boolean;
}

/** What a node has run before in the same attempt, as n8n has stored it. */
export interface EarlierRuns {
	/** Number of this run, the same in each attempt. */
	run: number;
	/** Whether runs before it are not repeated by this attempt. */
	areKept: boolean;
}

/** What n8n puts in place of the output of nodes that have run in an execution that was killed. */
const REBUILT = 'isArtificialRecoveredEventItem';

/** The names of the execution that a node runs in. */
export function namesOf(context: IExecuteFunctions): ExecutionNames {
	const isRetry = context.getMode() === 'retry';
	const { establishedAt, source } = context.getExecutionContext() ?? {};
	return {
		isRetry,
		own: `at ${establishedAt ?? context.getExecutionId()}`,
		byTrigger: `by ${fingerprintOf(JSON.stringify(triggerItems(context)))}`,
		isOwnLost: isRetry && (establishedAt === undefined || source === 'retry'),
	};
}

/**
 * Which run of the node this is. After a kill n8n begins anew with the trigger, but counts runs on from those that it
 * found in its log.
 */
export function runsOf(context: IExecuteFunctions): EarlierRuns {
	const runIndex = Number(proxyOf(context)['$runIndex']) || 0;
	const { name } = context.getNode();
	const earlier = Array.from({ length: runIndex }, (_, index) => itemsOf(context, name, index));
	const run = earlier.filter((items) => items?.[0]?.json[REBUILT] !== true).length;
	return { run, areKept: run > 0 };
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

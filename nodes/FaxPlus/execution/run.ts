import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Authentication } from '../../shared/http/account';
import { toNodeError } from '../../shared/editor/errors';
import { InputError } from '../../shared/values/inputError';
import { ItemRuns } from './itemRuns';
import type { Operation, Resource, StagedOperation, Stages, WriteOperation } from '../operation';
import { runReads, runStages } from './strategies';

/**
 * Runs the selected operation on every input item. The output items come in the order of the input items, each linked to its
 * own. It throws the error of the first item that failed, unless the node continues on fail; that of a write tells which items
 * were carried out before.
 */
export async function run(
	context: IExecuteFunctions,
	resources: Resource[],
): Promise<INodeExecutionData[][]> {
	const operation = selectedOperation(context, resources);
	const authentication = context.getNodeParameter('authentication', 0) as Authentication;
	const runs = new ItemRuns(context, operation, authentication);
	return [(await runAll(runs, operation)).flat()];
}

async function runAll(runs: ItemRuns, operation: Operation): Promise<INodeExecutionData[][]> {
	try {
		refuseRetries(runs.context, operation);
		if (operation.kind !== 'write') runs.itemsAtOnce = runs.readsInFlight();
	} catch (error) {
		// Thrown, it would make n8n pass the input on as if it were output, where the node continues on fail.
		return runs.items.map((_item, itemIndex) => runs.failed(error, itemIndex));
	}
	switch (operation.kind) {
		case 'read':
			return await runReads(runs, operation);
		case 'write':
			return await runStages(runs, inOneStage(operation));
		case 'staged':
			return await runStages(runs, operation);
	}
}

/** What changes something without steps before it or after. */
function inOneStage(operation: WriteOperation): Pick<StagedOperation, 'prepare'> {
	const stages: Stages = { carryOut: async (call) => operation.execute(call) };
	return { prepare: async () => Promise.resolve(stages) };
}

function selectedOperation(context: IExecuteFunctions, resources: Resource[]): Operation {
	const resourceName = context.getNodeParameter('resource', 0);
	const operationName = context.getNodeParameter('operation', 0);
	const operation = resources
		.find((resource) => resource.value === resourceName)
		?.operations.find(({ value }) => value === operationName);
	if (operation) return operation;
	const error = new InputError(
		`There is no operation "${operationName}" of "${resourceName}". Select a resource and an operation in the node.`,
	);
	throw toNodeError(context.getNode(), error, { scopes: [] });
}

/** n8n would run the node again after an error, and with it what was carried out before the error. */
function refuseRetries(context: IExecuteFunctions, operation: Operation): void {
	if (operation.kind === 'read' || !operation.refusesRetryOnFail || !context.getNode().retryOnFail) return;
	throw new InputError(
		`"${operation.name}" does not run while "Retry On Fail" is on in the settings of the node: n8n would do it again after an error, also for items that were carried out. Switch it off.`,
	);
}

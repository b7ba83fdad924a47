import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { toNodeError } from '../../shared/editor/errors';
import { InputError } from '../../shared/values/inputError';
import { itemsAtOnceOption } from '../fields/common';
import { ItemFields } from '../fields/itemFields';
import { requireKnownCollections } from '../operation/properties';
import { ItemRuns } from './itemRuns';
import type { Operation, Resource, StagedOperation, Stages, WriteOperation } from '../operation/operation';
import { runReads } from './reads';
import { runStages } from './stages';

/** Runs the selected operation on every input item. Output comes in their order, each linked to its own. */
export async function run(
	context: IExecuteFunctions,
	resources: Resource[],
): Promise<INodeExecutionData[][]> {
	const operation = selectedOperation(context, resources);
	const outputs = await runAll(new ItemRuns(context, operation), operation, resources);
	if (operation.kind === 'read') hintAtNothing(context, outputs);
	return [outputs.flat()];
}

/** Says so where nothing was found, because n8n ends a workflow there, and an item that brings none is missing without a word. */
function hintAtNothing(context: IExecuteFunctions, outputs: INodeExecutionData[][]): void {
	const count = outputs.filter(({ length }) => length === 0).length;
	if (count === 0) return;
	const which = outputs.length === 1 ? '' : ` for ${count} of ${outputs.length} items`;
	const message = `Fax.Plus found nothing${which} that matches the fields and filters.`;
	context.addExecutionHints({ message, location: 'outputPane' });
}

async function runAll(
	runs: ItemRuns,
	operation: Operation,
	resources: Resource[],
): Promise<INodeExecutionData[][]> {
	try {
		refuseRetries(runs.context, operation);
		requireKnownCollections(runs.context, operation, resources);
		if (operation.kind !== 'write')
			runs.itemsAtOnce = new ItemFields(runs.context, 0).options.number(itemsAtOnceOption);
	} catch (error) {
		// Thrown, it would make n8n pass the input on as if it were output, where the node continues on fail.
		return runs.items.map((_item, itemIndex) => runs.failed(error, itemIndex));
	}
	if (operation.kind === 'read') return await runReads(runs, operation, resources);
	return await runStages(runs, operation.kind === 'write' ? inStages(operation) : operation);
}

/** A write as a staged operation that has nothing to prepare. */
function inStages(operation: WriteOperation): Pick<StagedOperation, 'prepare'> {
	const stages: Stages<INodeExecutionData[]> = {
		carryOut: async (call) => operation.execute(call),
		outputOf: (output) => output,
	};
	return { prepare: async () => await Promise.resolve(stages) };
}

function selectedOperation(context: IExecuteFunctions, resources: Resource[]): Operation {
	const resourceName = context.getNodeParameter('resource', 0);
	const operationName = context.getNodeParameter('operation', 0);
	const operation = resources
		.find((resource) => resource.value === resourceName)
		?.operations.find(({ value }) => value === operationName);
	if (operation) return operation;
	const error = new InputError(
		`The resource "${resourceName}" has no operation "${operationName}". Select both in the node.`,
	);
	throw toNodeError(context.getNode(), error, { scopes: [] });
}

/** n8n would run the node again after an error, and with it what was carried out before the error. */
function refuseRetries(context: IExecuteFunctions, operation: Operation): void {
	if (operation.kind === 'read' || !operation.refusesRetryOnFail || !context.getNode().retryOnFail) return;
	throw new InputError(
		`"${operation.name}" doesn't run while "Retry On Fail" is on in the node's settings. If an item failed, n8n would repeat all items, also those that were carried out. Turn it off.`,
	);
}

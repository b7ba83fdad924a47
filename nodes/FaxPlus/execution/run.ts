import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { toErrorData, toNodeError } from '../../shared/editor/errors';
import { InputError } from '../../shared/values/inputError';
import { itemsAtOnceOption } from '../fields/common';
import { ItemFields } from '../fields/itemFields';
import { requireFixedChoices, requireKnownCollections } from '../operation/properties';
import { ItemRuns } from './itemRuns';
import type { Operation, Resource, StagedOperation, Stages, WriteOperation } from '../operation/operation';
import { runReads } from './reads';
import { runStages } from './stages';

/**
 * Runs the selected operation on every input item. The output keeps the order of the items, and each output item is linked to its
 * input item.
 */
export async function run(
	context: IExecuteFunctions,
	resources: Resource[],
): Promise<INodeExecutionData[][]> {
	const selection = selectionOf(context);
	const operation = selectedOperation(selection, resources);
	if (!operation) return [refusedSelection(context, selection)];
	const outputs = await runAll(new ItemRuns(context, operation), operation, resources);
	if (operation.kind === 'read') hintAtNothing(context, outputs);
	return [outputs.flat()];
}

/** Adds a hint if nothing was found. Without output, n8n ends the workflow, and an item without results silently disappears. */
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
		requireFixedChoices(runs.context, operation);
		if (operation.kind !== 'write')
			runs.itemsAtOnce = new ItemFields(runs.context, 0).options.number(itemsAtOnceOption);
	} catch (error) {
		// If this were thrown while the node continues on fail, n8n would pass the input on as output.
		if (operation.kind !== 'staged' || !operation.takesRefusal)
			return runs.items.map((_item, itemIndex) => runs.failed(error, itemIndex));
		runs.refusal = error;
	}
	if (operation.kind === 'read') return await runReads(runs, operation, resources);
	return await runStages(runs, operation.kind === 'write' ? inStages(operation) : operation);
}

/** Turns a write operation into a staged one that has nothing to prepare. */
function inStages(operation: WriteOperation): Pick<StagedOperation, 'prepare'> {
	const stages: Stages<INodeExecutionData[]> = {
		carryOut: async (call) => operation.execute(call),
		outputOf: (output) => output,
	};
	return { prepare: async () => await Promise.resolve(stages) };
}

interface Selection {
	resource: string;
	operation: string;
}

function selectionOf(context: IExecuteFunctions): Selection {
	return {
		resource: context.getNodeParameter('resource', 0, ''),
		// n8n drops the operation of an unknown resource.
		operation: context.getNodeParameter('operation', 0, ''),
	};
}

function selectedOperation({ resource, operation }: Selection, resources: Resource[]): Operation | undefined {
	const { operations } = resources.find(({ value }) => value === resource) ?? {};
	return operations?.find(({ value }) => value === operation);
}

/** Refuses an operation that doesn't exist. If the node continues on fail, that's the output for each item. */
function refusedSelection(
	context: IExecuteFunctions,
	{ resource, operation }: Selection,
): INodeExecutionData[] {
	const reason = new InputError(
		`The resource "${resource}" has no operation "${operation}". Select both in the node.`,
	);
	const error = toNodeError(context.getNode(), reason, { scopes: [] });
	if (!context.continueOnFail()) throw error;
	const items = context.getInputData();
	return items.map((_item, item) => ({ json: toErrorData(error), pairedItem: { item } }));
}

/**
 * Refuses to run with "Retry On Fail". After an error, n8n would run the node again, including the items that were carried out
 * before.
 */
function refuseRetries(context: IExecuteFunctions, operation: Operation): void {
	if (operation.kind === 'read' || !operation.refusesRetryOnFail || !context.getNode().retryOnFail) return;
	throw new InputError(
		`"${operation.name}" doesn't run while "Retry On Fail" is on in the node's settings. If an item failed, n8n would repeat all items, including those that were carried out. Turn it off.`,
	);
}

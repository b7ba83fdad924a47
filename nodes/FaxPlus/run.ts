import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Authentication } from '../shared/service/account';
import { Api } from '../shared/service/api';
import { toErrorData, toNodeError } from '../shared/editor/errors';
import { InputError } from '../shared/values/inputError';
import { addCarriedOut } from './carriedOut';
import { includeInputFieldsOption, readsInFlightOption } from './fields';
import { ReadCall, WriteCall } from './itemCall';
import { ItemFields } from './itemFields';
import { mapInOrder } from './mapInOrder';
import type { Operation, Resource } from './operation';

/**
 * Runs the selected operation on every input item.
 *
 * @returns the output items in the order of the input items, each linked to its own
 * @throws NodeApiError or NodeOperationError of the first item that failed, unless the node continues on fail; that of a
 * write tells which items were carried out before
 */
export async function run(
	context: IExecuteFunctions,
	resources: Resource[],
): Promise<INodeExecutionData[][]> {
	const operation = selectedOperation(context, resources);
	const items = context.getInputData();
	const authentication = context.getNodeParameter('authentication', 0) as Authentication;
	let connecting: Promise<Api> | undefined;
	const carriedOut: INodeExecutionData[][] = [];

	const runItem = async (item: INodeExecutionData, itemIndex: number): Promise<INodeExecutionData[]> => {
		try {
			const isIncluded = new ItemFields(context, itemIndex).isOptionOn(includeInputFieldsOption);
			const api = await (connecting ??= Api.connect(context, authentication));
			const output = await execute(operation, context, itemIndex, api);
			if (operation.kind === 'write') carriedOut.push(output);
			return output.map(({ json, ...rest }) => ({
				...rest,
				json: isIncluded ? { ...item.json, ...json } : json,
				pairedItem: { item: itemIndex },
			}));
		} catch (error) {
			return failedItem(error, itemIndex);
		}
	};

	const failedItem = (cause: unknown, itemIndex: number): INodeExecutionData[] => {
		const error = toNodeError(context.getNode(), cause, operation, itemIndex);
		if (context.continueOnFail()) return [{ json: toErrorData(error), pairedItem: { item: itemIndex } }];
		addCarriedOut(error, carriedOut, items.length);
		throw error;
	};

	let limit: number;
	try {
		limit = itemsAtOnce(context, operation);
	} catch (error) {
		// Thrown, it would make n8n pass the input on as if it were output, where the node continues on fail.
		return [items.flatMap((_item, itemIndex) => failedItem(error, itemIndex))];
	}
	return [(await mapInOrder(items, limit, runItem)).flat()];
}

function selectedOperation(context: IExecuteFunctions, resources: Resource[]): Operation {
	const resourceName = context.getNodeParameter('resource', 0);
	const operationName = context.getNodeParameter('operation', 0);
	const operation = resources
		.find((resource) => resource.value === resourceName)
		?.operations.find(({ value }) => value === operationName);
	if (operation) return operation;
	throw toNodeError(
		context.getNode(),
		new InputError(
			`There is no operation "${operationName}" of "${resourceName}". Select a resource and an operation in the node.`,
		),
		{ scopes: [] },
	);
}

async function execute(
	operation: Operation,
	context: IExecuteFunctions,
	itemIndex: number,
	api: Api,
): Promise<INodeExecutionData[]> {
	return operation.kind === 'read'
		? await operation.execute(new ReadCall(context, itemIndex, api))
		: await operation.execute(new WriteCall(context, itemIndex, api));
}

/** Writes run one after the other, so that the first that fails ends them and their order is that of the items. */
function itemsAtOnce(context: IExecuteFunctions, { kind }: Operation): number {
	return kind === 'write' ? 1 : new ItemFields(context, 0).numberOption(readsInFlightOption);
}

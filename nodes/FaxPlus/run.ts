import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Authentication } from '../shared/service/account';
import { Api } from '../shared/service/api';
import { toErrorData, toNodeError } from '../shared/editor/errors';
import { InputError } from '../shared/values/inputError';
import { toNumber } from '../shared/values/fieldValues';
import { readsInFlightOption } from './fields';
import { ItemCall } from './itemCall';
import { mapInOrder } from './mapInOrder';
import type { Operation, Resource } from './operation';

/**
 * Runs the selected operation on every input item.
 *
 * @returns the output items in the order of the input items, each linked to its own
 * @throws NodeApiError or NodeOperationError of the first item that failed, unless the node continues on fail
 */
export async function run(
	context: IExecuteFunctions,
	resources: Resource[],
): Promise<INodeExecutionData[][]> {
	const operation = selectedOperation(context, resources);
	const items = context.getInputData();
	const authentication = context.getNodeParameter('authentication', 0) as Authentication;
	let connecting: Promise<Api> | undefined;

	const runItem = async (_item: INodeExecutionData, itemIndex: number): Promise<INodeExecutionData[]> => {
		try {
			const api = await (connecting ??= Api.connect(context, authentication));
			const output = await operation.execute(new ItemCall(context, api, itemIndex));
			return output.map((item) => ({ ...item, pairedItem: { item: itemIndex } }));
		} catch (error) {
			return failedItem(error, itemIndex);
		}
	};

	const failedItem = (cause: unknown, itemIndex: number): INodeExecutionData[] => {
		const error = toNodeError(context.getNode(), cause, operation, itemIndex);
		if (!context.continueOnFail()) throw error;
		return [{ json: toErrorData(error), pairedItem: { item: itemIndex } }];
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

function itemsAtOnce(context: IExecuteFunctions, operation: Operation): number {
	if (operation.kind === 'write') return 1;
	const options: IDataObject = context.getNodeParameter('options', 0, {});
	const { readsInFlight = readsInFlightOption.default } = options;
	return toNumber(readsInFlightOption, readsInFlight);
}

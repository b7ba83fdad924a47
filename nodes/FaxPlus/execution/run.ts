import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { toNodeError } from '../../shared/editor/errors';
import { mapInOrder } from '../../shared/async/mapInOrder';
import { Slots } from '../../shared/async/slots';
import { beforeAnyChange, mapFaults } from '../../shared/http/faults';
import type { Reads } from '../../shared/http/requests';
import { rethrow } from '../../shared/http/rethrow';
import { InputError } from '../../shared/values/inputError';
import { itemsAtOnceOption } from '../fields/common';
import { ItemFields } from '../fields/itemFields';
import { outputOf, simplified } from '../fields/simplify';
import { PrepareCall, ReadCall, WriteCall } from '../itemCall';
import { ItemRuns } from './itemRuns';
import type { Operation, ReadOperation, Resource, StagedOperation, Stages } from '../operation';
import { stopWaits } from './perRun';
import { Turns } from './turns';

/** Runs the selected operation on every input item. Output comes in their order, each linked to its own. */
export async function run(
	context: IExecuteFunctions,
	resources: Resource[],
): Promise<INodeExecutionData[][]> {
	const operation = selectedOperation(context, resources);
	return [(await runAll(new ItemRuns(context, operation), operation)).flat()];
}

async function runAll(runs: ItemRuns, operation: Operation): Outputs {
	try {
		refuseRetries(runs.context, operation);
		if (operation.kind !== 'write')
			runs.itemsAtOnce = new ItemFields(runs.context, 0).options.number(itemsAtOnceOption);
	} catch (error) {
		// Thrown, it would make n8n pass the input on as if it were output, where the node continues on fail.
		return runs.items.map((_item, itemIndex) => runs.failed(error, itemIndex));
	}
	switch (operation.kind) {
		case 'read':
			return await runReads(runs, operation);
		case 'write':
			return await runStages(runs, {
				prepare: async () => Promise.resolve({ carryOut: async (call) => operation.execute(call) }),
			});
		case 'staged':
			return await runStages(runs, operation);
	}
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

type Outputs = Promise<INodeExecutionData[][]>;

/** Several items at once; those that wait all wait at the same time. */
async function runReads(runs: ItemRuns, operation: ReadOperation): Outputs {
	const { context, items, itemsAtOnce } = runs;
	const slots = new Slots(itemsAtOnce);
	return await mapInOrder(items, operation.waits ? items.length : itemsAtOnce, async (_item, itemIndex) => {
		try {
			return await runs.attempt(itemIndex, async () => {
				const api = await runs.api();
				const call = new ReadCall(context, itemIndex, operation.waits ? api.at({ slots }) : api);
				const simplify = outputOf(call, operation.simplify);
				return simplified(await operation.execute(call, api), simplify);
			});
		} catch (error) {
			// What failed shows at once, not when the last has waited to its end.
			stopWaits(context);
			return rethrow(error);
		}
	});
}

/** All are checked, several at once prepared, each carried out in its turn, all followed up at once. A failure ends it. */
async function runStages(runs: ItemRuns, operation: Pick<StagedOperation, 'validate' | 'prepare'>): Outputs {
	const { context, items, itemsAtOnce } = runs;
	const followUps: Array<((reads: Reads) => Promise<INodeExecutionData[]>) | undefined> = [];
	const noteCarriedOut = (itemIndex: number, stages: Stages, output: INodeExecutionData[]): void => {
		if (!stages.changesNothing) runs.carriedOut.set(itemIndex, output);
	};
	const turns = new Turns();
	const refused = await refusals(runs, operation);

	const carryOut = async (preparing: Promise<Stages>, itemIndex: number): Promise<INodeExecutionData[]> => {
		const stages = await preparing;
		const output = await stages.carryOut(new WriteCall(context, itemIndex, await runs.api()));
		noteCarriedOut(itemIndex, stages, output);
		if (!stages.followUp) return output;
		followUps[itemIndex] = async (reads) => {
			const call = new ReadCall(context, itemIndex, reads);
			const result = await mapFaults(
				async () => (await stages.followUp?.(call, output)) ?? output,
				stages.changesNothing ? beforeAnyChange : (fault) => fault.withOutcome('carriedOut'),
			);
			noteCarriedOut(itemIndex, stages, result);
			return result;
		};
		return output;
	};

	const outputs = await mapInOrder(items, itemsAtOnce, async (_item, itemIndex) => {
		const refusal = refused[itemIndex];
		if (refusal) return refusal;
		return await turns.take(
			beforehand(runs, itemIndex, async (call) => operation.prepare(call)),
			async (preparing) => runs.attempt(itemIndex, async () => carryOut(preparing, itemIndex)),
		);
	});

	runs.endInDoubt();
	const slots = new Slots(itemsAtOnce);
	return await mapInOrder(outputs, outputs.length, async (output, itemIndex) => {
		const followUp = followUps[itemIndex];
		if (!followUp) return output;
		return await runs.attempt(itemIndex, async () => followUp((await runs.api()).at({ slots })));
	});
}

/** The output of items that are refused before any is prepared, where the node continues on fail; nothing for others. */
async function refusals(
	runs: ItemRuns,
	operation: Pick<StagedOperation, 'validate'>,
): Promise<Array<INodeExecutionData[] | undefined>> {
	const { items, itemsAtOnce } = runs;
	if (!operation.validate) return [];
	return await mapInOrder(items, itemsAtOnce, async (_item, itemIndex) => {
		try {
			await beforehand(runs, itemIndex, async (call) => operation.validate?.(call));
			return undefined;
		} catch (error) {
			return runs.failed(error, itemIndex);
		}
	});
}

/** Does for an item what changes nothing yet, so that a fault tells that nothing was carried out. */
async function beforehand<T>(
	runs: ItemRuns,
	itemIndex: number,
	work: (call: PrepareCall) => Promise<T>,
): Promise<T> {
	return await mapFaults(
		async () => work(new PrepareCall(runs.context, itemIndex, await runs.api())),
		beforeAnyChange,
	);
}

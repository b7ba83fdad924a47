import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { requireKnownEntries } from '../../shared/editor/collections';
import { mapInOrder } from '../../shared/async/mapInOrder';
import { LongWork } from '../../shared/async/longWork';
import { Slots } from '../../shared/async/slots';
import { asFault, toNodeError } from '../../shared/editor/errors';
import { beforeAnyChange, mapFaults, ServiceFault } from '../../shared/http/faults';
import { rethrow } from '../../shared/http/rethrow';
import { InputError } from '../../shared/values/inputError';
import { itemsAtOnceOption } from '../fields/common';
import { ItemFields } from '../fields/itemFields';
import { collectionsOf, isEntryAnywhere } from '../fields/properties';
import { simplifyFor, simplified } from '../fields/simplify';
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
	const outputs = await runAll(new ItemRuns(context, operation), operation, resources);
	if (operation.kind === 'read') hintAtNothing(context, outputs);
	return [outputs.flat()];
}

/** Says so where nothing was found, because n8n ends a workflow there, and an item that brings none is missing without a word. */
function hintAtNothing(context: IExecuteFunctions, outputs: INodeExecutionData[][]): void {
	const count = outputs.filter(({ length }) => length === 0).length;
	if (count === 0) return;
	const which = outputs.length === 1 ? '' : ` for ${count} of ${outputs.length} items`;
	const message = `Fax.Plus was asked, and nothing was found${which} that fits the fields and filters.`;
	context.addExecutionHints({ message, location: 'outputPane' });
}

async function runAll(runs: ItemRuns, operation: Operation, resources: Resource[]): Outputs {
	try {
		refuseRetries(runs.context, operation);
		requireCollections(runs.context, operation, resources);
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
				prepare: async () =>
					Promise.resolve<Stages<INodeExecutionData[]>>({
						carryOut: async (call) => operation.execute(call),
						outputOf: (output) => output,
					}),
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
		`"${operation.name}" does not run while "Retry On Fail" is on in the settings of the node: n8n would do it again when an item fails, also for those that were carried out. Switch it off.`,
	);
}

/** Without an entry that is misspelled, or a collection that is malformed, a node would do more than a person has allowed. */
function requireCollections(context: IExecuteFunctions, operation: Operation, resources: Resource[]): void {
	for (const collection of collectionsOf(operation)) {
		const saved: unknown = context.getNodeParameter(collection.name, 0, {}, { rawExpressions: true });
		requireKnownEntries(collection, saved, (entry) => isEntryAnywhere(resources, collection.name, entry));
	}
}

type Outputs = Promise<INodeExecutionData[][]>;

/** Several items at once; those that wait all wait at the same time. */
async function runReads(runs: ItemRuns, operation: ReadOperation): Outputs {
	const { context, itemsAtOnce } = runs;
	const items = operation.firstItemOnly ? runs.items.slice(0, 1) : runs.items;
	const slots = new Slots(itemsAtOnce);
	return await mapInOrder(items, operation.waits ? items.length : itemsAtOnce, async (_item, itemIndex) => {
		return await endingWaits(context, async () =>
			runs.attempt(itemIndex, async () => {
				const api = await runs.api();
				const call = new ReadCall(context, itemIndex, operation.waits ? api.at({ slots }) : api);
				const simplify = simplifyFor(call, operation.simplify);
				return simplified(await operation.execute(call, api), simplify);
			}),
		);
	});
}

/**
 * All are checked, several at once prepared, each carried out in its turn, and followed up from then on. What a follow-up
 * comes to counts once all are carried out, because n8n drops the output of a node that fails.
 */
async function runStages(runs: ItemRuns, operation: Pick<StagedOperation, 'validate' | 'prepare'>): Outputs {
	const { context, items, itemsAtOnce } = runs;
	const followUps: Array<Promise<INodeExecutionData[]>> = [];
	const turns = new Turns();
	const slots = new Slots(itemsAtOnce);
	const validated = await validate(runs, operation);

	const carryOut = async (preparing: Promise<Stages>, itemIndex: number): Promise<INodeExecutionData[]> => {
		const stages = await preparing;
		const call = new WriteCall(context, itemIndex, await runs.api());
		const value = await stages.carryOut(call).catch((error: unknown) => rethrow(asFault(error, 'unknown')));
		const output = stages.outputOf(value);
		if (!stages.changesNothing) runs.carriedOut.set(itemIndex, output);
		const followUp = stages.followUp
			? followedUp(runs, itemIndex, slots, stages, value)
			: Promise.resolve(output);
		// It may fail before anybody waits for it.
		followUp.catch(() => undefined);
		followUps[itemIndex] = followUp;
		return output;
	};

	try {
		return await endingWaits(context, async () => {
			const outputs = await mapInOrder(items, itemsAtOnce, async (_item, itemIndex) => {
				const item = validated[itemIndex];
				if (item?.refusal) return item.refusal;
				return await turns.take(
					beforehand(runs, itemIndex, async (call) => operation.prepare(call, item?.draft)),
					async (preparing) => runs.attempt(itemIndex, async () => carryOut(preparing, itemIndex)),
				);
			});
			runs.endInDoubt();
			return await mapInOrder(outputs, outputs.length, async (output, itemIndex) => {
				const followUp = followUps[itemIndex];
				if (!followUp) return output;
				return await endingWaits(context, async () => runs.attempt(itemIndex, async () => followUp));
			});
		});
	} finally {
		// What was begun ends before the run does.
		await Promise.allSettled(followUps);
	}
}

/** Reads what has become of an item that was carried out. */
async function followedUp(
	runs: ItemRuns,
	itemIndex: number,
	slots: Slots,
	stages: Stages,
	value: unknown,
): Promise<INodeExecutionData[]> {
	const { changesNothing } = stages;
	const call = new ReadCall(runs.context, itemIndex, (await runs.api()).at({ slots }));
	const result = await stages.followUp?.(call, value).catch((error: unknown) => {
		if (!changesNothing) throw asFault(error, 'carriedOut').withOutcome('carriedOut');
		return rethrow(error instanceof ServiceFault ? beforeAnyChange(error) : error);
	});
	const output = stages.outputOf(result);
	if (!changesNothing) runs.carriedOut.set(itemIndex, output);
	stages.judge?.(call, result);
	return output;
}

/** Ends what the items of a run wait for when one ends the run, because what failed shows only once all have ended. */
async function endingWaits<T>(context: IExecuteFunctions, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		stopWaits(context);
		return rethrow(error);
	}
}

/** What an item is to be prepared with, or its output where it was refused and the node continues on fail. */
interface Validated {
	draft?: unknown;
	refusal?: INodeExecutionData[];
}

/** Validates all items before any is prepared. */
async function validate(runs: ItemRuns, operation: Pick<StagedOperation, 'validate'>): Promise<Validated[]> {
	if (!operation.validate) return [];
	const work = new LongWork();
	return await mapInOrder(runs.items, runs.itemsAtOnce, async (_item, itemIndex): Promise<Validated> => {
		await work.giveWay();
		try {
			return { draft: await beforehand(runs, itemIndex, async (call) => operation.validate?.(call)) };
		} catch (error) {
			return { refusal: runs.failed(error, itemIndex) };
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

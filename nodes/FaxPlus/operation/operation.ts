import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { Guidance } from '../../shared/editor/advice';
import type { EndpointRequests } from '../../shared/endpoints/webhookEndpoints';
import type { Simplify } from '../fields/simplify';
import type { Output } from '../fields/output';
import type { PrepareCall, ReadCall, WriteCall } from './itemCall';

/** One operation, with what the editor shows and what the operation does. */
export type Operation = ReadOperation | WriteOperation | StagedOperation;

/**
 * An operation that changes nothing, except that it may mark a fax as read. Several items run at once, and its requests may be
 * repeated.
 */
export interface ReadOperation extends OperationShape {
	kind: 'read';
	/**
	 * True if the operation waits for something. All items then wait at the same time, and only the number of their requests is
	 * limited.
	 */
	waits?: boolean;
	/** True if the operation is about the account, and so runs only for the first item. */
	firstItemOnly?: boolean;
	/** The simplified form of its records, if they have more than ten fields. */
	simplify?: Simplify;
	/**
	 * Handles one input item. The returned items are linked to that item.
	 *
	 * @param requests for marking a fax as read, and for deleting endpoints that were left behind
	 * @param resources all resources of the node
	 */
	execute(
		call: ReadCall,
		requests: EndpointRequests,
		resources: readonly Resource[],
	): Promise<INodeExecutionData[]>;
}

/** An operation that changes something. It runs one item at a time, and sends each change only once. */
export interface WriteOperation extends EffectShape {
	kind: 'write';
	/** Handles one input item. The returned items are linked to that item. */
	execute(call: WriteCall): Promise<INodeExecutionData[]>;
}

/**
 * An operation that first prepares a change, and then makes it. Preparing changes nothing permanently, so several items are
 * prepared at once. The changes are made one after the other.
 */
export interface StagedOperation<D = unknown> extends EffectShape {
	kind: 'staged';
	/** The output of items that are only checked, if the operation can do that. */
	checkOutput?: Output;
	/** True if `validate` handles the reason why the node can't run, because the output of some items has to show it. */
	takesRefusal?: boolean;
	/**
	 * Reads and checks an input item before any item is prepared. If it refuses the item, the run fails, unless the node
	 * continues on fail.
	 *
	 * @param refusal why the node can't run, which refuses every item that would change something
	 */
	validate?(call: PrepareCall, refusal?: unknown): Promise<D>;
	/**
	 * Describes in a few words what was done, as an output item shows it. Without this function, errors show the item's
	 * JSON.
	 */
	inWords?(json: IDataObject): string;
	/** Checks, reads and uploads what one validated input item needs. A fault here means that nothing was carried out. */
	prepare(call: PrepareCall, validated: D): Promise<Stages>;
}

/** The steps of a staged operation for one prepared item. Each step gets the result of the previous one. */
export interface Stages<V = unknown, R = V> {
	/** True if there's nothing to change, so `carryOut` changes nothing. */
	changesNothing?: boolean;
	/** Makes the change. Items take turns, in order. */
	carryOut(call: WriteCall): Promise<V>;
	/** Reads the result of the change. This runs at the same time for all items that were carried out. */
	followUp?(call: ReadCall, value: V): Promise<R>;
	/** Throws a ServiceFault if the item must fail because of the follow-up's result. */
	judge?(call: ReadCall, result: R): void;
	/** Returns the output items that show the result. They're linked to the input item. */
	outputOf(value: V | R): INodeExecutionData[];
}

interface EffectShape extends OperationShape {
	/** The end of the sentence "It's unknown whether …". */
	effect: string;
	/** The advice for an unknown outcome. */
	howToCheck: string;
}

/** A field that needs a guard if the node is a tool. */
export interface GuardedField {
	field: INodeProperties;
	guard: INodeProperties;
	/** True if the guard is needed even if the field has a fixed value. */
	always: boolean;
}

interface OperationShape extends Guidance {
	value: string;
	name: string;
	/** The name of the operation in the editor's list of actions, in sentence case. */
	action: string;
	description: string;
	/** A sentence that an AI model needs in addition to the description. */
	caution?: string;
	/** The fields in the order the editor shows them. If `userField` is `userIdField`, it's one of the options instead. */
	fields: INodeProperties[];
	output: Output;
	/** Entries of the "Options" field, in addition to those that every operation has. */
	options?: INodeProperties[];
	/** Entries of "Options" that need a fixed value in a tool. "User ID" always does. */
	fixedInTool?: INodeProperties[];
	/** Fields that need a guard in a tool. */
	guardedInTool?: readonly GuardedField[];
	/** Fields that come after "Options", because few people need them. */
	lastFields?: INodeProperties[];
}

/** A resource and its operations. `properties.ts` turns them into the editor's fields, and `run.ts` finds the selected one. */
export interface Resource {
	value: string;
	name: string;
	description?: string;
	operations: readonly Operation[];
}

/** Operations of one kind share these properties in all resources. */
export const GET = { value: 'get', name: 'Get', kind: 'read' } as const;
export const GET_MANY = { value: 'getAll', name: 'Get Many', kind: 'read' } as const;
export const CREATE = { value: 'create', name: 'Create', kind: 'write' } as const;
export const UPDATE = { value: 'update', name: 'Update', kind: 'write' } as const;
export const DELETE = { value: 'delete', name: 'Delete', kind: 'write' } as const;

/** Returns output items with these objects as their JSON. */
export function toItems(objects: readonly object[]): INodeExecutionData[] {
	return objects.map((object) => ({ json: object as IDataObject }));
}

import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { Guidance } from '../../shared/editor/advice';
import type { Marks } from '../../shared/faxes/marking';
import type { Simplify } from '../fields/simplify';
import type { Output } from '../fields/output';
import type { PrepareCall, ReadCall, WriteCall } from './itemCall';

/** One operation: what the editor shows of it and what it does, together. */
export type Operation = ReadOperation | WriteOperation | StagedOperation;

/** Changes nothing but marks that a person asked for: runs several items at once, and its requests may be repeated. */
export interface ReadOperation extends OperationShape {
	kind: 'read';
	/** The operation waits for something. All items wait at the same time, and only their requests are limited. */
	waits?: boolean;
	/** The operation is about the account, so it runs for the first item only. */
	firstItemOnly?: boolean;
	/** Where its records have more than ten fields. */
	simplify?: Simplify;
	/**
	 * Handles one input item; the items that it returns are linked to that item.
	 *
	 * @param resources all that the node offers
	 */
	execute(call: ReadCall, marks: Marks, resources: readonly Resource[]): Promise<INodeExecutionData[]>;
}

/** Changes something: runs one item at a time, and what it changes is sent once. */
export interface WriteOperation extends EffectShape {
	kind: 'write';
	/** Handles one input item; the items that it returns are linked to that item. */
	execute(call: WriteCall): Promise<INodeExecutionData[]>;
}

/**
 * Changes something, after steps that change nothing that lasts. Those steps run for several items at once; the changes run one
 * after the other.
 */
export interface StagedOperation<D = unknown> extends EffectShape {
	kind: 'staged';
	/** Reads an input item, and refuses it, and with it the run, before any item is prepared. */
	validate?(call: PrepareCall): Promise<D>;
	/** Describes in a few words what one output item shows as done. Errors show its JSON without it. */
	inWords?(json: IDataObject): string;
	/** Checks, reads and uploads for one input item, which was validated. A fault here means that nothing was carried out. */
	prepare(call: PrepareCall, validated: D): Promise<Stages>;
}

/** The steps of a staged operation for one prepared item. Each step gets the result of the one before. */
export interface Stages<V = unknown, R = V> {
	/** `carryOut` changes nothing, because the preparation found nothing to change. */
	changesNothing?: boolean;
	/** Changes something, in the order of the items. */
	carryOut(call: WriteCall): Promise<V>;
	/** Reads what became of it, at the same time for all items that were carried out. */
	followUp?(call: ReadCall, value: V): Promise<R>;
	/** Throws a ServiceFault where what the follow-up came to fails the item. */
	judge?(call: ReadCall, result: R): void;
	/** The items that show it, which are linked to the input item. */
	outputOf(value: V | R): INodeExecutionData[];
}

interface EffectShape extends OperationShape {
	/** The end of the sentence "It's unknown whether …". */
	effect: string;
	/** The advice for an unknown outcome. */
	howToCheck: string;
}

interface OperationShape extends Guidance {
	value: string;
	name: string;
	/** How the editor's list of actions calls it, in sentence case. */
	action: string;
	description: string;
	/** A sentence that a model has to know in addition to the description. */
	caution?: string;
	/** The editor shows these fields in this order. If `userField` is `userIdField`, that's among the options. */
	fields: INodeProperties[];
	output: Output;
	/** Entries of its "Options" field, beside those that every operation has. */
	options?: INodeProperties[];
	/** Fields that stand after "Options", because few people need them. */
	lastFields?: INodeProperties[];
}

/** A resource and its operations; `properties.ts` makes the editor's fields of them, `run.ts` finds them. */
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

/** Output items with these objects as their JSON. */
export function toItems(objects: readonly object[]): INodeExecutionData[] {
	return objects.map((object) => ({ json: object as IDataObject }));
}

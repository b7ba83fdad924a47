import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { Guidance } from '../shared/editor/advice';
import type { ReadCall, WriteCall } from './itemCall';

/** One operation: what the editor shows of it and what it does, together. */
export type Operation = ReadOperation | WriteOperation;

/** Changes nothing: runs several items at once, and its requests may be repeated. */
export interface ReadOperation extends OperationShape {
	kind: 'read';
	/** Handles one input item; the items that it returns are linked to that item. */
	execute(call: ReadCall): Promise<INodeExecutionData[]>;
}

/** Changes something: runs one item at a time, and what it changes is sent once. */
export interface WriteOperation extends OperationShape {
	kind: 'write';
	/** What it does, so that a sentence can go on "It is not known whether …". */
	effect: string;
	/** What to do when it is not known whether it was carried out. */
	howToCheck: string;
	/** Handles one input item; the items that it returns are linked to that item. */
	execute(call: WriteCall): Promise<INodeExecutionData[]>;
}

interface OperationShape extends Guidance {
	value: string;
	name: string;
	/** How the editor's list of actions calls it, in sentence case. */
	action: string;
	description: string;
	fields: INodeProperties[];
	/** Entries of its "Options" field, beside those that every operation has. */
	options?: INodeProperties[];
}

/** A resource and its operations; `properties.ts` makes the editor's fields of them, `run.ts` finds them. */
export interface Resource {
	value: string;
	name: string;
	description?: string;
	operations: [Operation, ...Operation[]];
}

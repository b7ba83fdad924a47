import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { Guidance } from '../shared/editor/errors';
import type { ItemCall } from './itemCall';

/** One operation: what the editor shows of it and what it does, together. */
export interface Operation extends Guidance {
	value: string;
	name: string;
	/** How the editor's list of actions calls it, in sentence case. */
	action: string;
	description: string;
	/** Reads run several items at once and may be repeated; writes run one at a time, each once. */
	kind: 'read' | 'write';
	fields: INodeProperties[];
	/** Entries of its "Options" field, beside those that every operation has. */
	options?: INodeProperties[];
	/** Handles one input item; the items that it returns are linked to that item. */
	execute(call: ItemCall): Promise<INodeExecutionData[]>;
}

/** A resource and its operations; `properties.ts` makes the editor's fields of them, `run.ts` finds them. */
export interface Resource {
	value: string;
	name: string;
	description?: string;
	operations: [Operation, ...Operation[]];
}

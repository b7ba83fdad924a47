import type { INodeTypeDescription } from 'n8n-workflow';
import type { Resource } from '../../nodes/FaxPlus/operation/operation';

/** The descriptions of the nodes. */
interface Nodes {
	action: INodeTypeDescription;
	trigger: INodeTypeDescription;
	pollingTrigger: INodeTypeDescription;
}

/** Pages of the docs that contain tables, as paths in the project. */
export const documents: readonly string[];
/** Returns a page of the docs with its tables of fields and operations filled in. */
export function documentText(document: string, nodes: Nodes, resources: readonly Resource[]): string;

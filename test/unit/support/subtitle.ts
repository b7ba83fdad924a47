import type { INodeParameters, INodeTypeDescription, INodeTypes } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { NODE } from './context';

/** Returns the subtitle that the editor shows for a node with these parameters. */
export function subtitleFor({ name, subtitle }: INodeTypeDescription, parameters: INodeParameters): unknown {
	const node = { ...NODE, type: name, parameters };
	const nodeTypes = { getByNameAndVersion: () => undefined } as unknown as INodeTypes;
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	return workflow.expression.getSimpleParameterValue(node, subtitle, 'internal', {});
}

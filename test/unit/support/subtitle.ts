import type { INode, INodeParameters, INodeTypeDescription, INodeTypes } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

/** What the editor shows below the name of a node with these parameters. */
export function subtitleFor({ name, subtitle }: INodeTypeDescription, parameters: INodeParameters): unknown {
	const node: INode = { id: 'a', name: 'A node', type: name, typeVersion: 1, position: [0, 0], parameters };
	const nodeTypes = { getByNameAndVersion: () => undefined } as unknown as INodeTypes;
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	return workflow.expression.getSimpleParameterValue(node, subtitle, 'internal', {});
}

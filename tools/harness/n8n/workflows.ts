import type { IConnections, INode, NodeParameterValueType } from 'n8n-workflow';
import type { StoredCredential, WorkflowDraft } from './apiTypes';

/** What a node has beside its name, type and parameters. */
export interface NodeExtras extends Partial<Pick<INode, 'onError' | 'typeVersion' | 'webhookId'>> {
	/** The node's credentials; each is entered under its type. */
	credentials?: StoredCredential[];
}

/** A node for a workflow draft. Its name is its id too. */
export function node(
	name: string,
	type: string,
	parameters: Record<string, NodeParameterValueType> = {},
	{ credentials = [], typeVersion = 1, ...extras }: NodeExtras = {},
): INode {
	return {
		id: name,
		name,
		type,
		typeVersion,
		position: [0, 0],
		parameters,
		credentials: Object.fromEntries(credentials.map(({ id, name, type }) => [type, { id, name }])),
		...extras,
	};
}

/** The shortest interval that n8n has. */
export const EVERY_MINUTE = { item: [{ mode: 'everyMinute' }] };

/** Each poll time is of once a minute, which is the most often that n8n takes; a trigger may have several. */
export const EVERY_TEN_SECONDS = {
	item: [0, 10, 20, 30, 40, 50].map((second) => ({ mode: 'custom', cronExpression: `${second} * * * * *` })),
};

/** "Execute workflow" starts here. */
export const manualTrigger = node('Start', 'n8n-nodes-base.manualTrigger');

/** A workflow draft in which each node leads to the next. */
export function workflow(name: string, nodes: INode[]): WorkflowDraft {
	const connections: IConnections = {};
	for (const [index, { name: from }] of nodes.entries()) {
		const to = nodes[index + 1];
		if (to !== undefined) connections[from] = { main: [[{ node: to.name, type: 'main', index: 0 }]] };
	}
	return {
		name,
		nodes: nodes.map((entry, index) => ({ ...entry, position: [index * 220, 0] })),
		connections,
	};
}

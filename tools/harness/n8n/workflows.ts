import type { IConnections, INode, NodeParameterValueType } from 'n8n-workflow';
import type { StoredCredential, WorkflowDraft } from './apiTypes';

/** Properties of a node in addition to its name, type and parameters. */
export interface NodeExtras extends Partial<Pick<INode, 'onError' | 'typeVersion' | 'webhookId'>> {
	/** The node's credentials, each of which is set for its type. */
	credentials?: StoredCredential[];
}

/** A node for a workflow draft. Its name is also its id. */
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

/** Poll times with n8n's shortest interval. */
export const EVERY_MINUTE = { item: [{ mode: 'everyMinute' }] };

/** Poll times that cause a poll every ten seconds. n8n accepts at most one poll a minute for each poll time, so there are six. */
export const EVERY_TEN_SECONDS = {
	item: [0, 10, 20, 30, 40, 50].map((second) => ({ mode: 'custom', cronExpression: `${second} * * * * *` })),
};

/** The node from which "Execute workflow" starts. */
export const manualTrigger = node('Start', 'n8n-nodes-base.manualTrigger');

/** A workflow draft in which each node connects to the next one. */
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

import './environment';

import { Container } from '@n8n/di';
import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import type { IWorkflowExecuteAdditionalData, Workflow } from 'n8n-workflow';

import type { StoredCredentials } from './credentials';

/**
 * Returns what n8n gives to every context of a node.
 *
 * @param origin address of n8n, without a slash at the end
 */
export function additionalDataFor(
	workflow: Workflow,
	credentials: StoredCredentials,
	origin: string,
): IWorkflowExecuteAdditionalData {
	const refuse = (): never => {
		throw new Error('not available in these tests');
	};
	return {
		credentialsHelper: credentials,
		externalSecretsProxy: Container.get(ExternalSecretsProxy),
		currentNodeExecutionIndex: 0,
		executionId: 'contract',
		executeWorkflow: refuse,
		getRunExecutionData: refuse,
		getRuntimeCredential: refuse,
		startRunnerTask: refuse,
		logAiEvent: () => undefined,
		hooks: new ExecutionLifecycleHooks('webhook', 'contract', {
			id: workflow.id,
			name: workflow.name ?? '',
			active: true,
			isArchived: false,
			activeVersionId: null,
			createdAt: new Date(),
			updatedAt: new Date(),
			connections: {},
			nodes: Object.values(workflow.nodes),
		}),
		restApiUrl: `${origin}/rest`,
		instanceBaseUrl: origin,
		formBaseUrl: `${origin}/form`,
		formWaitingBaseUrl: `${origin}/form-waiting`,
		formTestBaseUrl: `${origin}/form-test`,
		webhookBaseUrl: `${origin}/webhook`,
		webhookWaitingBaseUrl: `${origin}/webhook-waiting`,
		webhookTestBaseUrl: `${origin}/webhook-test`,
		mcpBaseUrl: `${origin}/mcp`,
		mcpTestBaseUrl: `${origin}/mcp-test`,
		variables: {},
	};
}

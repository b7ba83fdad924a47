export type { ExecutionStatus } from 'n8n-workflow';
import type {
	ExecutionStatus,
	IConnections,
	INode,
	IPinData,
	IRunExecutionData,
	IWorkflowSettings,
} from 'n8n-workflow';

/** The owner of an n8n instance. */
export interface Owner {
	email: string;
	firstName: string;
	lastName: string;
	password: string;
}

/** Data for a new workflow. */
export interface WorkflowDraft {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
	/** Output of nodes that n8n uses in manual executions instead of running the nodes. */
	pinData?: IPinData;
}

/** A workflow as n8n stores it. */
export interface StoredWorkflow extends WorkflowDraft {
	id: string;
	active: boolean;
	/** Id of the latest saved version. */
	versionId: string;
	/** Id of the published version, or `null` if the workflow isn't published. */
	activeVersionId: string | null;
	/** Content of the published version. */
	activeVersion?: { nodes: INode[] } | null;
	isArchived: boolean;
	staticData?: unknown;
}

/** Progress of n8n 2.41 with publishing or unpublishing a workflow. */
export interface Publication {
	status: 'failed' | 'in_progress' | 'not_published' | 'partial' | 'published';
	triggers: Array<{ errorMessage: string | null }>;
}

/** A credential as n8n lists it, without its secrets. */
export interface StoredCredential {
	id: string;
	name: string;
	type: string;
}

export interface CredentialDraft {
	name: string;
	type: string;
	data: Record<string, unknown>;
}

/** The result of a test in the credential window. */
export interface CredentialTestResult {
	status: 'OK' | 'Error';
	message: string;
}

/** An execution as n8n lists it. */
export interface ExecutionSummary {
	id: string;
	status: ExecutionStatus;
	mode: string;
	stoppedAt?: string | null;
}

/** An execution with the input and output of its nodes. */
export interface Execution extends ExecutionSummary {
	data: IRunExecutionData;
}

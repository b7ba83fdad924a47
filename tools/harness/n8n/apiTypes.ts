export type { ExecutionStatus } from 'n8n-workflow';
import type {
	ExecutionStatus,
	IConnections,
	INode,
	IPinData,
	IRunExecutionData,
	IWorkflowSettings,
} from 'n8n-workflow';

/** The person who owns an n8n. */
export interface Owner {
	email: string;
	firstName: string;
	lastName: string;
	password: string;
}

/** What it takes to make a workflow. */
export interface WorkflowDraft {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
	/** What nodes put out in manual runs, in place of running. */
	pinData?: IPinData;
}

/** A workflow as n8n stores it. */
export interface StoredWorkflow extends WorkflowDraft {
	id: string;
	active: boolean;
	/** The latest saved version. */
	versionId: string;
	/** The published version, `null` when it is not active. */
	activeVersionId: string | null;
	/** What is in that version. */
	activeVersion?: { nodes: INode[] } | null;
	isArchived: boolean;
	staticData?: unknown;
}

/** How far n8n 2.41 is with publishing or unpublishing a workflow. */
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

/** What the credential window shows after a test. */
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

/** An execution with all that its nodes took in and put out. */
export interface Execution extends ExecutionSummary {
	data: IRunExecutionData;
}

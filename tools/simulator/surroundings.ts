/** A workflow in n8n, with its addresses for the user. */
export interface ShownWorkflow {
	name: string;
	/** Address of the workflow in n8n's editor. */
	url: string;
	/** Address of the workflow's list of executions. */
	executionsUrl: string;
	/** Path segments that identify the workflow's webhooks in the addresses of endpoints. */
	webhookIds: string[];
	isActive: boolean;
	/** Why n8n couldn't publish the workflow, although somebody published it. */
	fault?: string;
}

/** Addresses that the simulator's page links to. The demo fills them in. Without it, the lists are empty. */
export interface Surroundings {
	/** Address of n8n's start page. */
	n8nUrl?: string;
	workflows: ShownWorkflow[];
	/** Forms of workflows that the user can fill in. */
	forms: Array<{ name: string; url: string }>;
	/** Workflows that the user can chat with. */
	chats: Array<{ name: string; url: string }>;
}

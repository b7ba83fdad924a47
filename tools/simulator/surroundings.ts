/** A workflow in n8n, with the addresses at which a person finds it. */
export interface ShownWorkflow {
	name: string;
	/** The workflow in n8n's editor. */
	url: string;
	/** Its list of executions. */
	executionsUrl: string;
	/** The path segments that tell its webhooks, as they stand in the addresses of its endpoints. */
	webhookIds: string[];
	isActive: boolean;
	/** Why n8n could not publish it, though it was told to. */
	fault?: string;
}

/** What stands around the service where a person looks on, so that its page can lead there. */
export interface Surroundings {
	/** Address of n8n's start page. */
	n8nUrl?: string;
	workflows: ShownWorkflow[];
	/** Forms of workflows that a person can fill in. */
	forms: Array<{ name: string; url: string }>;
	/** Workflows that a person can chat with. */
	chats: Array<{ name: string; url: string }>;
}

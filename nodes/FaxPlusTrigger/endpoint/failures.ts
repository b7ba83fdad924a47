/** For how long n8n 2.8 may take to call for the removal of a workflow's other triggers, in milliseconds. */
const OTHERS_FOR = 10_000;

interface Failure {
	workflowId: string | undefined;
	/** In milliseconds. */
	at: number;
	/** Whether n8n has called for the removal that follows. */
	isAnswered: boolean;
}

/**
 * Registrations that have failed: n8n answers each with a `delete`, which is no deactivation, and costs neither the endpoint
 * nor its signing secret. 2.8 answers with one for every trigger of the workflow.
 */
export class Failures {
	/** By webhook URL, so there is one entry for a trigger at most. */
	private readonly failures = new Map<string, Failure>();

	constructor(private readonly clock: () => number = Date.now) {}

	note(url: string, workflowId: string | undefined): void {
		this.failures.set(url, { workflowId, at: this.clock(), isAnswered: false });
	}

	/** A registration has succeeded. */
	clear(url: string): void {
		this.failures.delete(url);
	}

	/** Whether a `delete` answers a failure: the last one of its URL, or one of the same workflow a moment ago. */
	isAnswer(url: string, workflowId: string | undefined): boolean {
		const own = this.failures.get(url);
		if (own && !own.isAnswered) {
			own.isAnswered = true;
			return true;
		}
		return [...this.failures].some(
			([other, failure]) =>
				other !== url && failure.workflowId === workflowId && this.clock() - failure.at < OTHERS_FOR,
		);
	}
}

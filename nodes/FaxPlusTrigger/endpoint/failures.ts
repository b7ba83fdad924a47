/** For how long after a failure n8n may go on calling for removals that it leads to, in milliseconds. */
const AFTERMATH = 10_000;

interface Failure {
	workflowId: string | undefined;
	/** In milliseconds. */
	at: number;
	/** Whether n8n has called for the removal that follows. */
	isAnswered: boolean;
}

/**
 * Registrations that have failed: n8n answers each with a `delete`, which is no deactivation, and costs neither the endpoint
 * nor its signing secret. 2.8, and 2.41 with several main processes, answer with one for every trigger of the workflow, and
 * may do so twice.
 */
export class Failures {
	/** By webhook URL. */
	private readonly failures = new Map<string, Failure>();

	constructor(private readonly clock = (): number => Date.now()) {}

	note(url: string, workflowId: string | undefined): void {
		this.failures.set(url, { workflowId, at: this.clock(), isAnswered: false });
	}

	/**
	 * A registration has succeeded.
	 *
	 * @param startedAt when it began; a failure since then is that of another attempt, and stays
	 */
	clear(url: string, startedAt: number): void {
		const failure = this.failures.get(url);
		if (failure && failure.at <= startedAt) this.failures.delete(url);
	}

	now(): number {
		return this.clock();
	}

	/** Whether a `delete` answers a failure: the last one of its URL, or one of the same workflow a moment ago. */
	isAnswer(url: string, workflowId: string | undefined): boolean {
		const own = this.failures.get(url);
		const isFirstAnswer = own !== undefined && !own.isAnswered;
		if (own) own.isAnswered = true;
		return isFirstAnswer || [...this.failures.values()].some((failure) => this.isRecent(failure, workflowId));
	}

	private isRecent({ workflowId, at }: Failure, ofWorkflow: string | undefined): boolean {
		return workflowId === ofWorkflow && this.clock() - at < AFTERMATH;
	}
}

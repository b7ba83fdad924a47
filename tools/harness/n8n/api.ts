import { Agent } from 'node:http';
import type { AxiosRequestConfig, AxiosResponse } from 'axios';
import type { ExecutionStatus, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';
import { until } from '../until';
import { requestN8n } from './request';
import type {
	CredentialDraft,
	CredentialTestResult,
	Execution,
	ExecutionSummary,
	Owner,
	Publication,
	StoredCredential,
	StoredWorkflow,
	WorkflowDraft,
} from './apiTypes';

export type * from './apiTypes';

const WAIT_LIMIT_MS = 180_000;
/** Limit for a retry, in milliseconds. n8n responds only when the retried execution has finished. */
const RETRY_LIMIT_MS = 300_000;
const finalStatuses: ExecutionStatus[] = ['canceled', 'crashed', 'error', 'success'];

/** Statuses of executions that run or wait for their turn. An execution that waits for a person or a time has another status. */
export const statusesUnderWay: readonly ExecutionStatus[] = ['new', 'running'];

/** An error response from n8n. */
class N8nApiError extends Error {
	constructor(
		readonly status: number,
		readonly body: unknown,
		request: string,
	) {
		super(`n8n answered ${status} to ${request}: ${JSON.stringify(body)}`);
		this.name = 'N8nApiError';
	}
}

/** Client of the REST API that n8n's editor uses. */
export class N8nApi {
	/** n8n binds a session to the browser that logged in, so every request has the same browser id. */
	private readonly headers: Record<string, string> = { 'browser-id': 'tests' };

	/**
	 * Connections aren't kept alive. n8n closes an idle connection after five seconds, which breaks a request that's sent
	 * at that moment.
	 */
	private readonly agent = new Agent({ keepAlive: false });

	constructor(private readonly baseUrl: string) {}

	/** Logs in as the owner. In a new n8n instance, this also creates the owner. */
	async logIn(owner: Owner): Promise<void> {
		const { email, password } = owner;
		const login = this.request('POST', '/rest/login', { emailOrLdapLoginId: email, password });
		const response = await login.catch(async (refusal: unknown) => {
			// n8n refuses this if it already has an owner. In that case, the error of the login is more useful.
			return await this.request('POST', '/rest/owner/setup', owner).catch(() =>
				Promise.reject(refusal as Error),
			);
		});
		const session = response.headers['set-cookie']?.find((cookie) => cookie.startsWith('n8n-auth='));
		if (session === undefined) throw new Error('n8n set no session cookie at the login');
		this.headers['cookie'] = session.split(';')[0] ?? '';
	}

	// Credentials

	async createCredential(draft: CredentialDraft): Promise<StoredCredential> {
		return await this.call('POST', '/rest/credentials', draft);
	}

	async updateCredential(id: string, draft: CredentialDraft): Promise<StoredCredential> {
		return await this.call('PATCH', `/rest/credentials/${id}`, draft);
	}

	/** Data of a credential as the credential window gets it, with placeholders for secrets. */
	async readCredential(id: string): Promise<Record<string, unknown>> {
		const path = `/rest/credentials/${id}?includeData=true`;
		return (await this.call<{ data: Record<string, unknown> }>('GET', path)).data;
	}

	async deleteCredential(id: string): Promise<void> {
		await this.call('DELETE', `/rest/credentials/${id}`);
	}

	async listCredentials(): Promise<StoredCredential[]> {
		return await this.call('GET', '/rest/credentials');
	}

	/** Tests a credential like the credential window, which shows "Connection tested successfully" afterwards. */
	async testCredential(
		credential: StoredCredential,
		data: Record<string, unknown>,
	): Promise<CredentialTestResult> {
		const { id, name, type } = credential;
		return await this.call('POST', '/rest/credentials/test', { credentials: { id, name, type, data } });
	}

	/**
	 * Address of the Fax.Plus consent page for an OAuth2 credential, as the Connect button opens it. When the page redirects the
	 * browser, pass the new address to `finishOAuth2`.
	 */
	async startOAuth2(credentialId: string): Promise<string> {
		return await this.call('GET', `/rest/oauth2-credential/auth?id=${encodeURIComponent(credentialId)}`);
	}

	/**
	 * Opens the address to which the consent page redirected the browser.
	 *
	 * @throws N8nApiError if n8n shows an error page
	 */
	async finishOAuth2(redirectUrl: string): Promise<void> {
		const { pathname, search } = new URL(redirectUrl);
		// Only the path is used, because a browser may reach n8n at another address, such as a proxy's.
		const response = await this.request('GET', `${pathname}${search}`);
		const page = String(response.data);
		if (response.status !== 200 || page.includes('Failed to connect')) {
			throw new N8nApiError(response.status, page, 'the OAuth2 callback');
		}
	}

	// Workflows

	async createWorkflow(draft: WorkflowDraft): Promise<StoredWorkflow> {
		const settings = { executionOrder: 'v1', ...draft.settings };
		return await this.call('POST', '/rest/workflows', { pinData: {}, ...draft, settings, active: false });
	}

	async getWorkflow(id: string): Promise<StoredWorkflow> {
		return await this.call('GET', `/rest/workflows/${id}`);
	}

	async listWorkflows(): Promise<Array<Pick<StoredWorkflow, 'active' | 'id' | 'isArchived' | 'name'>>> {
		return await this.call('GET', '/rest/workflows');
	}

	/** Saves changes as a new version. A published workflow continues with its published version until `publish`. */
	async updateWorkflow(id: string, changes: Partial<WorkflowDraft>): Promise<StoredWorkflow> {
		const { name, nodes, connections, settings, versionId } = await this.getWorkflow(id);
		const content = { name, nodes, connections, settings, versionId, ...changes };
		return await this.call('PATCH', `/rest/workflows/${id}`, content);
	}

	/** Publishes a saved version, which is the latest one by default. */
	async publish(id: string, versionId?: string): Promise<StoredWorkflow> {
		const version = versionId ?? (await this.getWorkflow(id)).versionId;
		return await this.call('POST', `/rest/workflows/${id}/activate`, { versionId: version });
	}

	/**
	 * Unpublishes a workflow and waits until n8n has done so.
	 *
	 * n8n 2.41 responds before that. If the same version is published again in between, n8n does nothing at all.
	 */
	async deactivate(id: string): Promise<void> {
		await this.call('POST', `/rest/workflows/${id}/deactivate`, {});
		await until(
			async () => ((await this.publication(id))?.status === 'in_progress' ? undefined : true),
			WAIT_LIMIT_MS,
			() => `n8n does not unpublish workflow ${id}`,
		);
	}

	/**
	 * Tries to publish a workflow that can't be published, and returns the error that the user sees.
	 *
	 * n8n 2.8 responds with that error. n8n 2.41 shows it next to the workflow after a few attempts.
	 */
	async publishInVain(id: string): Promise<string> {
		const refusal = await this.publish(id).then(
			() => undefined,
			(error: unknown) => (error instanceof N8nApiError ? messageIn(error.body) : String(error)),
		);
		// In 2.41, this is the error of the trigger that couldn't be activated.
		const fault = async () =>
			refusal ??
			(await this.publication(id))?.triggers.find(({ errorMessage }) => errorMessage)?.errorMessage;
		return await until(
			async () => (await fault()) ?? undefined,
			WAIT_LIMIT_MS,
			() => `n8n says nothing about workflow ${id}`,
		);
	}

	/** Progress of publishing or unpublishing a workflow. It's undefined in 2.8, which responds when it's done. */
	private async publication(id: string): Promise<Publication | undefined> {
		return await this.callUnless(404, 'GET', `/rest/workflows/${id}/publication-status`);
	}

	/**
	 * Why n8n couldn't publish a workflow or one of its triggers, or undefined if it did. In 2.8, `publish` fails with this error
	 * instead.
	 */
	async publicationFault(id: string): Promise<string | undefined> {
		const publication = await this.publication(id);
		if (publication?.status !== 'failed' && publication?.status !== 'partial') return undefined;
		const fault = publication.triggers.find(({ errorMessage }) => errorMessage)?.errorMessage;
		return fault ?? 'n8n could not publish it';
	}

	/** Archives and deletes a workflow. Archiving also unpublishes it, and n8n refuses to delete it until that's done. */
	async deleteWorkflow(id: string): Promise<void> {
		await this.call('POST', `/rest/workflows/${id}/archive`, {});
		await until(
			async () => await this.callUnless<true>(409, 'DELETE', `/rest/workflows/${id}`),
			WAIT_LIMIT_MS,
			() => `n8n does not archive workflow ${id}`,
		);
	}

	// Executions

	/**
	 * Starts a workflow as "Execute workflow" does.
	 *
	 * @param triggerName the trigger node to start from
	 * @returns id of the execution, or `undefined` if n8n now listens for a test event
	 */
	async startManually(workflowId: string, triggerName: string): Promise<string | undefined> {
		return await this.startRun(workflowId, { triggerToStartFrom: { name: triggerName } });
	}

	/**
	 * Runs one node as "Execute step" does, or as "Fetch Test Event" does for a polling trigger. Waits until it has
	 * finished.
	 *
	 * @param before an execution from which earlier nodes keep their output. Without it, they run now
	 */
	async executeStep(workflowId: string, nodeName: string, before?: Execution): Promise<Execution> {
		const runData = before?.data.resultData.runData;
		const destinationNode = { nodeName, mode: 'inclusive' };
		const executionId = await this.startRun(workflowId, {
			destinationNode,
			...(runData ? { runData, dirtyNodeNames: [] } : {}),
		});
		if (executionId === undefined) throw new Error(`"${nodeName}" waits for an event instead of running`);
		return await this.waitForExecution(executionId);
	}

	private async startRun(workflowId: string, run: Record<string, unknown>): Promise<string | undefined> {
		const workflowData = await this.getWorkflow(workflowId);
		const path = `/rest/workflows/${workflowId}/run`;
		return (await this.call<{ executionId?: string }>('POST', path, { workflowData, ...run })).executionId;
	}

	/** Runs a workflow from a trigger node that needs no event. Waits until it has finished. */
	async runManually(workflowId: string, triggerName: string): Promise<Execution> {
		const executionId = await this.startManually(workflowId, triggerName);
		if (executionId === undefined) throw new Error(`"${triggerName}" waits for an event instead of running`);
		return await this.waitForExecution(executionId);
	}

	/** Stops listening for a test event. */
	async stopListening(workflowId: string): Promise<void> {
		await this.call('DELETE', `/rest/test-webhook/${workflowId}`);
	}

	/** The executions of a workflow, with the newest first. */
	async listExecutions(workflowId: string, limit = 100): Promise<ExecutionSummary[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const path = `/rest/executions?filter=${filter}&limit=${limit}`;
		return (await this.call<{ results: ExecutionSummary[] }>('GET', path)).results;
	}

	async getExecution(id: string): Promise<Execution> {
		const stored = await this.call<ExecutionSummary & { data: string }>('GET', `/rest/executions/${id}`);
		return { ...stored, data: unflattened(stored.data) as IRunExecutionData };
	}

	/**
	 * Waits until an execution has finished, with or without success.
	 *
	 * @throws Error if it doesn't finish within the limit
	 */
	async waitForExecution(id: string, limitMs = WAIT_LIMIT_MS): Promise<Execution> {
		let found: Execution | undefined;
		const ended = async () => {
			found = await this.getExecution(id);
			return finalStatuses.includes(found.status) ? found : undefined;
		};
		return await until(
			ended,
			limitMs,
			() => `Execution ${id} is still "${found?.status}" after ${limitMs} ms`,
		);
	}

	/** Waits until a workflow has at least `count` finished executions, and returns all of its finished ones. */
	async waitForExecutions(
		workflowId: string,
		count: number,
		limitMs = WAIT_LIMIT_MS,
	): Promise<ExecutionSummary[]> {
		let listed: ExecutionSummary[] = [];
		const enough = async () => {
			listed = await this.listExecutions(workflowId, Math.max(100, count));
			const ended = listed.filter(({ status }) => finalStatuses.includes(status));
			return ended.length >= count ? ended : undefined;
		};
		const problem = () => {
			const found = listed.map(({ id, status }) => `${id} ${status}`).join(', ');
			return `Workflow ${workflowId} has not ${count} ended executions after ${limitMs} ms: ${found}`;
		};
		return await until(enough, limitMs, problem);
	}

	/**
	 * Retries a failed execution as the execution list does, and waits until it has finished.
	 *
	 * @param loadWorkflow uses the workflow as it's saved now, instead of the one that failed
	 * @returns the id of the new execution
	 */
	async retryExecution(id: string, loadWorkflow = false): Promise<string> {
		const path = `/rest/executions/${id}/retry`;
		const response = await this.request('POST', path, { loadWorkflow }, { timeout: RETRY_LIMIT_MS });
		return (response.data as { data: ExecutionSummary }).data.id;
	}

	/** A stored file, as the output panel downloads it. `id` starts with the storage mode, such as `filesystem-v2:…`. */
	async getBinary(id: string): Promise<Buffer> {
		const path = `/rest/binary-data?action=download&id=${encodeURIComponent(id)}`;
		const response = await this.request('GET', path, undefined, { responseType: 'arraybuffer' });
		return Buffer.from(response.data as ArrayBuffer);
	}

	// Packages

	/** Installs a version of a community package, as the page "Community nodes" does. */
	async installPackage(name: string, version: string): Promise<void> {
		await this.call('POST', '/rest/community-packages', { name, version });
	}

	/** Replaces a community package with another version, as the page "Community nodes" does for an update. */
	async updatePackage(name: string, version: string): Promise<void> {
		await this.call('PATCH', '/rest/community-packages', { name, version });
	}

	// Nodes

	/** Whether n8n knows a type of node, such as `n8n-nodes-base.set`. */
	async knowsNode(type: string, version = 1): Promise<boolean> {
		const nodeInfos = [{ name: type, version }];
		return (await this.callUnless(400, 'POST', '/rest/node-types', { nodeInfos })) !== undefined;
	}

	/** Calls any path of the REST API, and returns `data` from the response. */
	async call<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await this.request(method, path, body);
		return (response.data as { data: T } | undefined)?.data as T;
	}

	/** Calls any path of the REST API, but returns undefined if n8n refuses it with the given status. */
	private async callUnless<T>(
		status: number,
		method: string,
		path: string,
		body?: unknown,
	): Promise<T | undefined> {
		return await this.call<T>(method, path, body).catch((error: unknown) => {
			if (error instanceof N8nApiError && error.status === status) return undefined;
			throw error;
		});
	}

	private async request(
		method: string,
		path: string,
		data?: unknown,
		config: AxiosRequestConfig = {},
	): Promise<AxiosResponse<unknown>> {
		const response = await requestN8n({
			baseURL: this.baseUrl,
			method,
			url: path,
			data,
			headers: this.headers,
			maxRedirects: 0,
			timeout: WAIT_LIMIT_MS,
			httpAgent: this.agent,
			...config,
		});
		if (response.status >= 300) throw new N8nApiError(response.status, response.data, `${method} ${path}`);
		return response;
	}
}

/**
 * Restores the data of an execution from n8n's format. The format is a list in which each string inside a value is the
 * index of another value.
 */
function unflattened(text: string): unknown {
	const values = JSON.parse(text) as unknown[];
	const whole = new Set<object>();
	const valueAt = (place: number): unknown => {
		const value = values[place];
		if (typeof value !== 'object' || value === null || whole.has(value)) return value;
		whole.add(value);
		for (const [key, part] of Object.entries(value))
			if (typeof part === 'string') Object.assign(value, { [key]: valueAt(Number(part)) });
		return value;
	};
	return valueAt(0);
}

/**
 * The items that a node output in an execution.
 *
 * @throws Error with the execution's own error if the node didn't run
 */
export function itemsOf(execution: Execution, nodeName: string, output = 0): INodeExecutionData[] {
	const runs = execution.data.resultData.runData[nodeName];
	if (runs === undefined) {
		throw new Error(
			`"${nodeName}" did not run: ${execution.data.resultData.error?.message ?? execution.status}`,
		);
	}
	return runs.flatMap((run) => run.data?.['main']?.[output] ?? []);
}

function messageIn(body: unknown): string {
	const { message } = (body ?? {}) as { message?: unknown };
	return typeof message === 'string' ? message : JSON.stringify(body);
}

import { Agent } from 'node:https';
import axios from 'axios';
import type { INode } from 'n8n-workflow';
import { requestN8n, type Execution, type N8n, type StoredWorkflow } from '../../../../tools/harness/n8n';
import { eventually } from '../../support/eventually';
import { FORM_LOGIN, nodeOf, type Examples, type ExampleSettings } from './examples';

const ANSWER_LIMIT_MS = 60_000;

/** Time after which a page is requested again, in milliseconds. */
const PAGE_LIMIT_MS = 5_000;

/** What a user enters into a form field: text, or a file to upload. */
type FieldValue = string | File;

/** A user with a browser, who goes through the pages of a form. */
export class FormVisit {
	private constructor(
		private readonly n8n: N8n,
		readonly workflow: StoredWorkflow,
		private readonly firstUrl: string,
		/** URL of all pages after the first. */
		private readonly pagesUrl: string,
	) {}

	/** Imports and activates an example that starts with a form, logs in, and submits the first page. */
	static async first(
		examples: Examples,
		file: string,
		trigger: string,
		fields: FieldValue[],
		settings?: ExampleSettings,
	): Promise<FormVisit> {
		const { n8n } = examples;
		const workflow = await examples.import(file, settings);
		await n8n.api.publish(workflow.id);
		return await FormVisit.again(n8n, workflow, trigger, fields);
	}

	/** Submits the first page of a form whose workflow is active or soon will be. */
	static async again(
		n8n: N8n,
		workflow: StoredWorkflow,
		trigger: string,
		fields: FieldValue[],
	): Promise<FormVisit> {
		const answer = await firstAnswer(n8n, workflow, trigger, fields);
		expect(answer).toMatchObject({ status: 200 });
		const { formWaitingUrl = '' } = answer.data as { formWaitingUrl?: string };
		return new FormVisit(n8n, workflow, firstUrlOf(n8n, workflow, trigger), formWaitingUrl);
	}

	/** Opens the page of a form node, once the workflow has reached the node. */
	async page(nodeName: string): Promise<string> {
		const reached = await this.waitingNode();
		expect(reached).toBe(nodeName);
		return textOf(await this.open());
	}

	/** Submits the open page. A field that isn't listed stays empty. */
	async submit(fields: string[]): Promise<void> {
		expect((await postForm(this.n8n, this.pagesUrl, fields)).status).toBe(200);
	}

	/** Submits the page several times at once. n8n accepts one request, refuses some, and doesn't respond to others. */
	async submitAtOnce(fields: string[], times: number): Promise<void> {
		const posts = Array.from({ length: times }, async () => {
			await this.submit(fields);
		});
		await Promise.any(posts);
	}

	/** Opens the last page, which links back to the first, and ends the execution as a browser does. */
	async end(): Promise<{ page: string; execution: Execution }> {
		await this.waitingNode((parameters) => parameters['operation'] === 'completion');
		const markup = await this.open();
		const [, back = ''] = /<a href="([^"]+)">/.exec(markup) ?? [];
		expect(new URL(back, this.pagesUrl).href).toBe(this.firstUrl);
		const page = textOf(markup);
		const { api } = this.n8n;
		const ended = await eventually(this.n8n, 'The execution behind the form does not end', async () => {
			await unlessUnanswered(postForm(this.n8n, this.pagesUrl, [], FORM_LOGIN, PAGE_LIMIT_MS));
			const [summary] = await api.listExecutions(this.workflow.id);
			return summary?.status === 'success' ? summary : undefined;
		});
		return { page, execution: await api.getExecution(ended.id) };
	}

	private async open(): Promise<string> {
		const request = {
			httpsAgent: agentFor(this.n8n),
			responseType: 'text',
			timeout: PAGE_LIMIT_MS,
		} as const;
		return await eventually(this.n8n, 'The page does not open', async () => {
			const page = await unlessUnanswered(requestN8n<string>({ url: this.pagesUrl, ...request }));
			if (page) expect(page.status).toBe(200);
			return page?.data;
		});
	}

	/** Returns the name of the form node at which the execution waits. */
	private async waitingNode(
		isWanted: (parameters: INode['parameters']) => boolean = () => true,
	): Promise<string> {
		const { api } = this.n8n;
		return await eventually(this.n8n, 'The form does not come to its next page', async () => {
			const [summary] = await api.listExecutions(this.workflow.id);
			if (summary?.status === 'error') throw new Error('The execution behind the form has failed');
			if (summary?.status !== 'waiting') return undefined;
			const name = (await api.getExecution(summary.id)).data.resultData.lastNodeExecuted ?? '';
			return isWanted(nodeOf(this.workflow, name).parameters) ? name : undefined;
		});
	}
}

/** Submits the first page of a form without a login, and returns the status of the response. */
export async function statusWithoutLogin(n8n: N8n, workflow: StoredWorkflow, form: string): Promise<number> {
	return (await firstAnswer(n8n, workflow, form, [], null)).status;
}

function firstUrlOf({ publicUrl }: N8n, workflow: StoredWorkflow, trigger: string): string {
	const { parameters, webhookId = '' } = nodeOf(workflow, trigger);
	const { path = webhookId } = parameters['options'] as { path?: string };
	return `${publicUrl}/form/${path}`;
}

/**
 * Returns the response to the first page of a form, once n8n knows the form. If n8n had an error before it started an
 * execution, as when the machine is busy, the page is submitted again.
 */
async function firstAnswer(
	n8n: N8n,
	workflow: StoredWorkflow,
	trigger: string,
	fields: FieldValue[],
	auth: typeof FORM_LOGIN | null = FORM_LOGIN,
) {
	const url = firstUrlOf(n8n, workflow, trigger);
	const executions = async () => (await n8n.api.listExecutions(workflow.id)).length;
	const before = await executions();
	return await eventually(n8n, 'The form is not there', async () => {
		const { status, data } = await postForm(n8n, url, fields, auth);
		const isNotThere = status === 404 || (status >= 500 && (await executions()) === before);
		return isNotThere ? undefined : { status, data };
	});
}

/** Submits a page of a form as n8n's own page does, with fields by position and lists of options as JSON. */
async function postForm(
	n8n: N8n,
	url: string,
	fields: FieldValue[],
	auth: typeof FORM_LOGIN | null = FORM_LOGIN,
	timeout = ANSWER_LIMIT_MS,
) {
	const form = new FormData();
	for (const [index, value] of fields.entries()) form.append(`field-${index}`, value);
	return await requestN8n({
		url,
		method: 'POST',
		data: form,
		headers: { 'content-type': 'multipart/form-data' },
		httpsAgent: agentFor(n8n),
		timeout,
		...(auth === null ? {} : { auth }),
	});
}

/** Returns the text of a page, without markup, styles, and scripts. */
function textOf(page: string): string {
	const markup = /<(style|script)[^]*?<\/\1>|<[^>]*>/g;
	const text = page.replace(markup, ' ').replace(/\s+/g, ' ').trim();
	return text.replace(/&#x([0-9a-f]+);/gi, (_all, code: string) => String.fromCodePoint(parseInt(code, 16)));
}

/** Returns nothing if n8n doesn't respond, which happens if a page is requested during an execution. */
async function unlessUnanswered<T>(request: Promise<T>): Promise<T | undefined> {
	try {
		return await request;
	} catch (error) {
		if (axios.isAxiosError(error) && error.code === 'ECONNABORTED') return undefined;
		throw error;
	}
}

function agentFor({ front }: N8n): Agent {
	return new Agent({ ca: front.certificate });
}

import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { INode, INodeTypeDescription } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { FaxPlus } from '../../nodes/FaxPlus/FaxPlus.node';
import { resources } from '../../nodes/FaxPlus/resources';
import { FaxPlusTrigger } from '../../nodes/FaxPlusTrigger/FaxPlusTrigger.node';
import { clinic } from '../contract/support/operationCases';
import { fax, seed } from '../../simulator';
import type { EventName, FaxEvent } from '../../simulator/events';
import type { NumberSuffix } from '../../simulator/settings';
import type { Fax } from '../../simulator/state';
import {
	itemsOf,
	type Execution,
	type StoredCredential,
	type StoredWorkflow,
	type WorkflowDraft,
} from '../../harness/n8n';
import { projectRoot } from '../../harness/folders';
import { useN8nBench } from './support/bench';

/**
 * The examples run as they are, unchanged. The accounts that they need beside Fax.Plus are here: mail goes to a real
 * mailbox on this machine, and the login of forms is a credential. Only the AI agent, which needs a person's model, is
 * imported without being run.
 */
const FOLDER = join(projectRoot, 'examples');
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
const FORM_LOGIN = { username: 'office', password: 'a-long-password' };
const WAIT_LIMIT_MS = 60_000;
const ANSWER_LIMIT_MS = 15_000;
const POLL_MS = 50;

const bench = useN8nBench();
/** The user's credentials, named as the examples name them. */
const credentials = new Map<string, StoredCredential>();
const imported: string[] = [];
let mailbox: Mailbox;

beforeAll(async () => {
	mailbox = await Mailbox.open();
	const { simulator, n8n } = bench();
	simulator.deliverySettings.ca = n8n.front.certificate;
	const account = { accessToken: seed.ownerToken, baseUrl: simulator.baseUrl };
	const mail = { user: '', password: '', host: '127.0.0.1', port: mailbox.port, secure: false };
	for (const { type, name, data } of [
		{ type: 'faxPlusApi', name: 'Fax.Plus account', data: account },
		{ type: 'faxPlusWebhookSecretApi', name: 'Fax.Plus Webhook Signing Secret account', data: {} },
		{ type: 'smtp', name: 'SMTP account', data: { ...mail, disableStartTls: true } },
		{
			type: 'httpBasicAuth',
			name: 'Form login',
			data: { user: FORM_LOGIN.username, password: FORM_LOGIN.password },
		},
		{ type: 'openAiApi', name: 'OpenAI account', data: { apiKey: 'none' } },
	]) {
		credentials.set(type, await n8n.api.createCredential({ type, name, data }));
	}
});

beforeEach(() => {
	mailbox.mails.length = 0;
});

afterEach(async () => {
	for (const id of imported.splice(0)) await bench().n8n.api.deleteWorkflow(id);
});

afterAll(async () => {
	await mailbox.close();
});

describe.each(FILES)('%s', (file) => {
	test('is imported: n8n knows its nodes, finds their credentials by name and misses no parameter', async () => {
		const { nodes } = await importExample(file);

		const { api } = bench().n8n;
		expect(await api.listNodeTypes()).toEqual(expect.arrayContaining(nodes.map(({ type }) => type)));
		const nodeInfos = nodes.map(({ type, typeVersion: version }) => ({ name: withoutTool(type), version }));
		const types = await api.call<INodeTypeDescription[]>('POST', '/rest/node-types', { nodeInfos });
		for (const [index, { typeVersion }] of nodes.entries()) {
			expect([types[index]?.version].flat()).toContain(typeVersion);
		}
		for (const { credentials: selected = {} } of nodes) {
			for (const [type, { id }] of Object.entries(selected)) expect(id).toBe(credentials.get(type)?.id);
		}
		expect(nodes.flatMap(parameterIssues)).toEqual([]);
	});

	test("explains itself on a sticky note and holds no one's secrets or ids", () => {
		const text = readFileSync(join(FOLDER, file), 'utf8');
		const { nodes } = readExample(file);

		const notes = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		expect(notes.map(({ parameters }) => parameters['content'])).toEqual([
			expect.stringMatching(/^## .+\n[^]+Set up: /),
		]);
		const selected = nodes.flatMap((node) => Object.values(node.credentials ?? {}));
		expect(selected.map(({ id }) => id)).toEqual(selected.map(() => null));
		expect(text).not.toMatch(/instanceId|whsec_|alohi_pat_/);
	});
});

describe('Fax received: extract fields and route by one of them', () => {
	const extracted = { sender_name: 'Jane Roe', sender_company: 'Elsewhere Ltd', reference_number: 'R-7' };

	test.each<{
		what: string;
		extraction: Partial<Fax['extraction']>;
		event?: FaxEvent;
		numberSuffix?: NumberSuffix;
		end: string;
		json: object;
	}>([
		{
			what: 'from the partner goes to the partner team',
			extraction: { data: { ...extracted, sender_company: 'Lakeside Clinic, Reading Room' } },
			end: 'For the Partner Team',
			json: { route: 'partner', sender: 'Jane Roe', company: 'Lakeside Clinic, Reading Room' },
		},
		{
			what: 'whose event names its numbers as the SDK does is told apart all the same',
			extraction: { data: extracted },
			numberSuffix: '_number',
			end: 'File Under Its Reference',
			json: { route: 'reference', reference: 'R-7' },
		},
		{
			what: 'that is still being read is waited for, then filed under its reference',
			extraction: { data: extracted, pendingReads: 1 },
			end: 'File Under Its Reference',
			json: { route: 'reference', reference: 'R-7' },
		},
		{
			what: 'without either field goes to a person',
			extraction: { data: { sender_name: 'Jane Roe' } },
			end: 'For a Person to Read',
			json: { route: 'person', reason: 'fax success, extraction finished' },
		},
		{
			what: 'that cannot be read goes to a person',
			extraction: { status: 'content_filtering_policy' },
			end: 'For a Person to Read',
			json: { route: 'person', reason: 'fax success, extraction content_filtering_policy' },
		},
		{
			what: 'that arrived in part goes to a person unread',
			extraction: {},
			event: { status: 'partially_received' },
			end: 'For a Person to Read',
			json: { route: 'person', reason: 'fax partially_received, extraction not tried' },
		},
	])('a fax $what', async ({ extraction, event = {}, numberSuffix = '', end, json }) => {
		const { simulator } = bench();
		simulator.settings.numberSuffix = numberSuffix;
		const workflow = await goLive('01-extract-fields-and-route.json');
		const { thumbnail } = clinic(simulator).faxes.get(seed.faxId) as Fax;
		clinic(simulator).faxes.set('fax_new', fax('fax_new', { thumbnail }, extraction));

		const execution = await runByEvent(workflow, 'fax_received', { faxId: 'fax_new', ...event });

		expect(execution.status).toBe('success');
		expect(itemsOf(execution, end).map((item) => item.json)).toEqual([
			{ faxId: 'fax_new', number: '+15550100999', ...json },
		]);
		expect(endsReached(execution, workflow)).toEqual([end]);
		const reads = event.status === undefined ? 1 + (extraction.pendingReads ?? 0) : 0;
		expect(callsOf('getFieldExtraction')).toHaveLength(reads);
	});

	test('a fax whose fields the service refuses goes to a person with its words', async () => {
		const { simulator } = bench();
		const workflow = await goLive('01-extract-fields-and-route.json');
		simulator.fail({
			operationId: 'getFieldExtraction',
			times: 1,
			with: 403,
			description: 'No Fax AI in this plan',
		});

		const execution = await runByEvent(workflow, 'fax_received', { faxId: seed.faxId });

		expect(endsReached(execution, workflow)).toEqual(['For a Person to Read']);
		expect(itemsOf(execution, 'For a Person to Read')[0]?.json).toMatchObject({
			faxId: seed.faxId,
			reason: expect.stringContaining('No Fax AI in this plan') as string,
		});
	});
});

describe('Fax received: send its thumbnail by e-mail', () => {
	test.each(['', '_number'] as const)(
		'the picture arrives byte for byte, with who sent the fax (from%s)',
		async (numberSuffix) => {
			const { simulator } = bench();
			simulator.settings.numberSuffix = numberSuffix;
			const workflow = await goLive('02-thumbnail-by-email.json');

			const execution = await runByEvent(workflow, 'fax_received', { faxId: seed.faxId, pages: 3 });

			expect(execution.status).toBe('success');
			expect(callsOf('getThumbnail').map(({ path }) => path)).toEqual([
				`/accounts/self/thumbnail/${seed.faxId}`,
			]);
			const [mail = '', ...more] = mailbox.mails;
			expect(more).toEqual([]);
			expect(mail).toContain('Subject: Fax from +15550100999');
			expect(mail).toContain('To: you@example.com');
			expect(mail).toContain('Pages: 3');
			expect(mail).toContain(`filename=fax-${seed.faxId}.jpg`);
			const { thumbnail } = clinic(simulator).faxes.get(seed.faxId) as Fax;
			expect(mail.replace(/\r\n/g, '')).toContain(thumbnail.toString('base64'));
		},
	);

	test('a fax that failed is not mailed', async () => {
		const workflow = await goLive('02-thumbnail-by-email.json');

		const execution = await runByEvent(workflow, 'fax_received', { status: 'failed' });

		expect(execution.status).toBe('success');
		expect(itemsOf(execution, 'Did Not Fail')).toEqual([]);
		expect(callsOf('getThumbnail')).toEqual([]);
		expect(mailbox.mails).toEqual([]);
	});
});

describe('Fax not sent: alert', () => {
	test.each([
		{ status: 'failed_user_busy', hookId: 'fax_first_try', attempt: 'a retry', numberSuffix: '' },
		{ status: 'partially_sent', hookId: 'fax_out', attempt: 'the first', numberSuffix: '_number' },
	] as const)('a fax that ended as $status is told of', async ({ status, hookId, attempt, numberSuffix }) => {
		bench().simulator.settings.numberSuffix = numberSuffix;
		const workflow = await goLive('03-alert-when-a-fax-was-not-sent.json');

		const execution = await runByEvent(workflow, 'fax_sent', { faxId: 'fax_out', hookId, status });

		expect(execution.status).toBe('success');
		expect(mailbox.mails).toHaveLength(1);
		expect(mailbox.mails[0]).toContain(`Subject: Fax to +15550100999 was not sent: ${status}`);
		expect(mailbox.mails[0]).toContain(`Attempt: ${attempt}`);
		expect(mailbox.mails[0]).toContain('Fax ID: fax_out');
	});

	test('a fax that was sent is not', async () => {
		const workflow = await goLive('03-alert-when-a-fax-was-not-sent.json');

		const execution = await runByEvent(workflow, 'fax_sent', { status: 'success' });

		expect(itemsOf(execution, 'Not Successful')).toEqual([]);
		expect(mailbox.mails).toEqual([]);
	});
});

describe('Find a fax number and buy it after approval', () => {
	const FILE = '04-buy-a-number-with-approval.json';
	const NEW_YORK = ['US', '212', ''];
	const OFFER = '+12125550123 in New York: 10 USD once, then 5 USD a month (number of months: 1)';
	const YES = JSON.stringify(['Yes, buy this number']);
	const NO = JSON.stringify(['No, buy nothing']);

	test('a number that a person has picked and approved is bought, once', async () => {
		const visit = await FormVisit.begin(FILE, 'Which Number?', NEW_YORK);
		const page = await visit.page('Choose and Approve');
		expect(page).toContain(OFFER);
		expect(callsOf('purchaseNumber')).toEqual([]);

		await visit.submit([OFFER, YES]);
		const end = await visit.end();

		expect(end.page).toContain('+12125550123 belongs to your account now.');
		expect(end.execution.status).toBe('success');
		expect(callsOf('purchaseNumber').map(({ body }) => body)).toEqual([{ item_id: seed.offerId }]);
		expect(itemsOf(end.execution, 'Purchase Number')[0]?.json).toEqual({
			number: '+12125550123',
			itemId: seed.offerId,
		});
		expect(clinic(bench().simulator).ownedNumbers).toContain('+12125550123');
	});

	test('a number that the service writes with blanks is the one that is bought', async () => {
		for (const { item } of bench().simulator.state.offers) {
			item.number = item.number.replace(/^\+1212(...)/, '+1 212 $1 ');
		}
		const visit = await FormVisit.begin(FILE, 'Which Number?', NEW_YORK);
		const page = await visit.page('Choose and Approve');
		const offer = '+1 212 555 2580 in New York: 10 USD once, then 5 USD a month (number of months: 1)';
		expect(page).toContain(offer);

		await visit.submit([offer, YES]);
		const end = await visit.end();

		expect(end.page).toContain('+1 212 555 2580 belongs to your account now.');
		expect(callsOf('purchaseNumber').map(({ body }) => body)).toEqual([{ item_id: 'item_us_212_2' }]);
	});

	test.each([
		{ what: 'A no', fields: [OFFER, NO] },
		{ what: 'No decision', fields: [OFFER] },
	])('$what buys nothing', async ({ fields }) => {
		const visit = await FormVisit.begin(FILE, 'Which Number?', NEW_YORK);
		await visit.page('Choose and Approve');

		await visit.submit(fields);
		const end = await visit.end();

		expect(end.page).toContain('Nothing was bought');
		expect(end.execution.data.resultData.runData['Purchase Number']).toBeUndefined();
		expect(callsOf('purchaseNumber')).toEqual([]);
		expect(clinic(bench().simulator).balance.amount).toBe(100);
	});

	test('an approval that is sent several times at once buys once', async () => {
		const visit = await FormVisit.begin(FILE, 'Which Number?', NEW_YORK);
		await visit.page('Choose and Approve');

		await visit.submitAtOnce([OFFER, YES], 4);
		const end = await visit.end();

		expect(end.page).toMatch(/belongs to your account now|This approval was used before/);
		expect(callsOf('purchaseNumber').map(({ body }) => body)).toEqual([{ item_id: seed.offerId }]);
	});

	test('a number that was not on offer cannot be bought', async () => {
		const visit = await FormVisit.begin(FILE, 'Which Number?', ['US', '212', '2580']);
		const page = await visit.page('Choose and Approve');
		expect(page).toContain('+12125552580');
		expect(page).not.toContain('+12125550123');
		expect(callsOf('searchNumbers').map(({ query }) => query)).toEqual([
			{ channel: 'custom', contains: '2580' },
		]);

		await visit.submit([OFFER, YES]);
		const end = await visit.end();

		expect(end.page).toContain('The purchase was not confirmed');
		expect(callsOf('purchaseNumber')).toEqual([]);
	});

	test("a refused purchase is told with the service's words and not tried again", async () => {
		const visit = await FormVisit.begin(FILE, 'Which Number?', NEW_YORK);
		await visit.page('Choose and Approve');

		const expensive = '+12125557777 in New York: 5000 USD once, then 5 USD a month (number of months: 1)';
		await visit.submit([expensive, YES]);
		const end = await visit.end();

		expect(end.page).toContain('The purchase was not confirmed');
		expect(end.page).toContain('The balance of the account does not cover the price');
		expect(callsOf('purchaseNumber').map(({ body }) => body)).toEqual([{ item_id: seed.expensiveOfferId }]);
		expect(clinic(bench().simulator).ownedNumbers).toEqual([seed.ownedNumber]);
	});

	test.each([
		{ fields: ['US', '999', ''], message: 'The shop offers no such number.' },
		{ fields: ['Germany', '30', ''], message: 'is not a two-letter ISO code' },
	])('a search for $fields ends with what is wrong', async ({ fields, message }) => {
		const visit = await FormVisit.begin(FILE, 'Which Number?', fields);

		const end = await visit.end();

		expect(end.page).toContain('Nothing was bought');
		expect(end.page).toContain(message);
	});

	test('a stranger without the login starts nothing', async () => {
		const workflow = await importExample(FILE);
		await bench().n8n.api.publish(workflow.id);

		const status = await eventually('The form is not there', async () => {
			const answer = await postForm(formUrl(workflow, 'Which Number?'), NEW_YORK, null);
			return answer.status === 404 ? undefined : answer.status;
		});

		expect(status).toBe(401);
		expect(await bench().n8n.api.listExecutions(workflow.id)).toEqual([]);
		expect(bench().simulator.requests).toEqual([]);
	});
});

describe('Webhook endpoints: find and delete those that lead elsewhere', () => {
	const FILE = '05-tidy-webhook-endpoints.json';
	const OLD = 'https://old-n8n.example.com/webhook/1';
	const OTHER = 'https://other.example.com/faxes';
	const CRM = 'https://crm.example.com/faxes';

	/** Adds endpoints to the account; the first is one of this n8n. */
	function addEndpoints(...urls: string[]): void {
		for (const [index, url] of [`${bench().n8n.publicUrl}/webhook/own`, ...urls].entries()) {
			const id = `ep_${index}`;
			clinic(bench().simulator).endpoints.set(id, {
				id,
				url,
				filter_types: ['fax_received'],
				channels: null,
				secret: 'whsec_bm9uZQ==',
			});
		}
	}

	test('what a person ticks is deleted, and nothing else', async () => {
		addEndpoints(OLD, OTHER, CRM);
		const visit = await FormVisit.begin(FILE, 'Look for Endpoints', ['crm.example.com']);
		const page = await visit.page('Tick What May Go');
		expect(page).toContain(`ep_1: ${OLD}`);
		expect(page).toContain(`ep_2: ${OTHER}`);
		expect(page).not.toContain('ep_0');
		expect(page).not.toContain('ep_3');

		await visit.submit([JSON.stringify([`ep_1: ${OLD}`])]);
		const end = await visit.end();

		expect(end.page).toContain('Deleted ep_1.');
		expect(end.execution.status).toBe('success');
		expect(callsOf('deleteWebhook').map(({ path }) => path)).toEqual(['/webhooks/ep_1']);
		expect(
			bench()
				.simulator.endpointsOf()
				.map(({ id }) => id),
		).toEqual(['ep_0', 'ep_2', 'ep_3']);
	});

	test('all that are ticked are deleted', async () => {
		addEndpoints(OLD, OTHER);
		const visit = await FormVisit.begin(FILE, 'Look for Endpoints', ['']);
		await visit.page('Tick What May Go');

		await visit.submit([JSON.stringify([`ep_1: ${OLD}`, `ep_2: ${OTHER}`])]);
		const end = await visit.end();

		expect(end.page).toContain('Deleted ep_1. Deleted ep_2.');
		expect(
			bench()
				.simulator.endpointsOf()
				.map(({ id }) => id),
		).toEqual(['ep_0']);
	});

	test.each([
		{ what: 'nothing was ticked', ticked: [] },
		{ what: 'an endpoint of this n8n was named that was not offered', ticked: ['ep_0: anything'] },
	])('nothing is deleted when $what', async ({ ticked }) => {
		addEndpoints(OLD);
		const visit = await FormVisit.begin(FILE, 'Look for Endpoints', ['']);
		await visit.page('Tick What May Go');

		await visit.submit([JSON.stringify(ticked)]);
		const end = await visit.end();

		expect(end.page).not.toContain('Deleted ep_');
		expect(callsOf('deleteWebhook')).toEqual([]);
	});

	test("a refusal to list them is told with the service's words", async () => {
		clinic(bench().simulator).hasWebhooksFeature = false;
		const visit = await FormVisit.begin(FILE, 'Look for Endpoints', ['']);

		const end = await visit.end();

		expect(end.page).toContain('Nothing was deleted');
		expect(end.page).toContain('The account lacks the webhooks feature');
	});

	test('there is nothing to tick when every endpoint belongs to this n8n', async () => {
		addEndpoints();
		const visit = await FormVisit.begin(FILE, 'Look for Endpoints', ['']);

		const end = await visit.end();

		expect(end.page).toContain('Every endpoint belongs to this n8n');
		expect(callsOf('deleteWebhook')).toEqual([]);
	});
});

describe('Ask an AI agent about your faxes', () => {
	test('every tool of the agent only reads', () => {
		const { nodes, connections } = readExample('06-ask-an-ai-agent.json');
		const tools = nodes.filter(({ type }) => type === 'n8n-nodes-faxplus.faxPlusTool');

		expect(tools.length).toBeGreaterThan(3);
		for (const { name, parameters } of tools) {
			const operation = resources
				.find(({ value }) => value === parameters['resource'])
				?.operations.find(({ value }) => value === parameters['operation']);
			expect(operation?.kind).toBe('read');
			expect(connections[name]).toEqual({ ai_tool: [[{ node: 'AI Agent', type: 'ai_tool', index: 0 }]] });
		}
	});
});

function readExample(file: string): WorkflowDraft {
	return JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as WorkflowDraft;
}

async function importExample(file: string): Promise<StoredWorkflow> {
	const { api } = bench().n8n;
	const { id } = await api.createWorkflow(readExample(file));
	imported.push(id);
	return await api.getWorkflow(id);
}

/** n8n describes the tool that it makes of a node only under the node's own name. */
function withoutTool(type: string): string {
	return type.replace(/^(n8n-nodes-faxplus\.faxPlus)Tool$/, '$1');
}

/** What the editor would mark in a node of this package: parameters that are missing, or that it has not got. */
function parameterIssues(node: INode): string[] {
	const description = {
		faxPlus: new FaxPlus().description,
		faxPlusTool: new FaxPlus().description,
		faxPlusTrigger: new FaxPlusTrigger().description,
	}[/^n8n-nodes-faxplus\.(.+)$/.exec(node.type)?.[1] ?? ''];
	if (description === undefined) return [];
	const { properties } = description;
	const missing = NodeHelpers.getNodeParametersIssues(properties, node, description)?.parameters ?? {};
	const known =
		NodeHelpers.getNodeParameters(properties, node.parameters, true, false, node, description) ?? {};
	const unknown = Object.keys(node.parameters).filter((name) => !(name in known));
	return [...Object.values(missing).flat(), ...unknown.map((name) => `${node.name}: no parameter "${name}"`)];
}

/** Imports an example that begins with the trigger, activates it, and enters the secret of its endpoint. */
async function goLive(file: string): Promise<StoredWorkflow> {
	const { n8n, simulator } = bench();
	const workflow = await importExample(file);
	const webhookId = nodeOf(workflow, 'Fax.Plus Trigger').webhookId ?? '';
	await n8n.api.publish(workflow.id);
	const endpoint = await eventually(`${file} has no endpoint`, () =>
		Promise.resolve(simulator.endpointsOf().find(({ url }) => url.includes(webhookId))),
	);
	const { id, name, type } = credentials.get('faxPlusWebhookSecretApi') as StoredCredential;
	await n8n.api.updateCredential(id, { name, type, data: { signingSecret: endpoint.secret } });
	return workflow;
}

/** Lets something happen to a fax, and waits for the execution that it starts. */
async function runByEvent(workflow: StoredWorkflow, event: EventName, values: FaxEvent): Promise<Execution> {
	const deliveries = bench().simulator.emit(event, values);
	const settled = await Promise.all(deliveries.map(async (delivery) => await delivery.settled));
	expect(settled.map(({ state }) => state)).toEqual(['delivered']);
	const [execution] = await bench().n8n.api.waitForExecutions(workflow.id, 1);
	expect(execution?.mode).toBe('webhook');
	return await bench().n8n.api.getExecution(execution?.id ?? '');
}

/** The nodes without a next one that put something out. */
function endsReached(execution: Execution, { nodes, connections }: StoredWorkflow): string[] {
	return nodes
		.map(({ name }) => name)
		.filter((name) => connections[name] === undefined && name in execution.data.resultData.runData);
}

function nodeOf({ nodes }: WorkflowDraft, name: string): INode {
	const found = nodes.find((candidate) => candidate.name === name);
	if (found === undefined) throw new Error(`There is no node "${name}"`);
	return found;
}

function callsOf(operationId: string) {
	return bench().simulator.requests.filter((request) => request.operationId === operationId);
}

/** Asks until there is an answer. */
async function eventually<T>(problem: string, ask: () => Promise<T | undefined>): Promise<T> {
	const deadline = Date.now() + WAIT_LIMIT_MS;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (Date.now() > deadline)
			throw new Error(`${problem}. The end of n8n's log:\n${bench().n8n.log.slice(-2_000)}`);
		await sleep(POLL_MS);
	}
}

/** A person in front of a browser, who goes through the pages of a form. */
class FormVisit {
	private constructor(
		private readonly workflowId: string,
		/** Where the pages after the first are. */
		private readonly pagesUrl: string,
	) {}

	/** Imports and activates an example that begins with a form, logs in to it and sends its first page. */
	static async begin(file: string, trigger: string, fields: string[]): Promise<FormVisit> {
		const workflow = await importExample(file);
		await bench().n8n.api.publish(workflow.id);
		const answer = await eventually('The form is not there', async () => {
			const { status, data } = await postForm(formUrl(workflow, trigger), fields);
			return status === 404 ? undefined : { status, data };
		});
		expect(answer.status).toBe(200);
		return new FormVisit(workflow.id, (answer.data as { formWaitingUrl: string }).formWaitingUrl);
	}

	/** Opens the page of a form node, once the workflow has come to it. */
	async page(nodeName: string): Promise<string> {
		const reached = await this.waitingNode();
		expect(reached).toBe(nodeName);
		return await this.open();
	}

	/** Sends the page that is open; a field that is not listed stays empty. */
	async submit(fields: string[]): Promise<void> {
		expect((await postForm(this.pagesUrl, fields)).status).toBe(200);
	}

	/** Sends the page several times at once. n8n takes one, refuses some, and leaves others unanswered. */
	async submitAtOnce(fields: string[], times: number): Promise<void> {
		const posts = Array.from({ length: times }, async () => {
			await this.submit(fields);
		});
		await Promise.any(posts);
	}

	/** Opens the last page, which ends the execution as a browser does it. */
	async end(): Promise<{ page: string; execution: Execution }> {
		await this.waitingNode((parameters) => parameters['operation'] === 'completion');
		const page = await this.open();
		const { api } = bench().n8n;
		const ended = await eventually('The execution behind the form does not end', async () => {
			await unlessUnanswered(postForm(this.pagesUrl, []));
			const [summary] = await api.listExecutions(this.workflowId);
			return summary?.status === 'success' ? summary : undefined;
		});
		return { page, execution: await api.getExecution(ended.id) };
	}

	private async open(): Promise<string> {
		const request = { httpsAgent: httpsAgent(), responseType: 'text', timeout: ANSWER_LIMIT_MS } as const;
		return await eventually('The page does not open', async () => {
			const page = await unlessUnanswered(axios.get<string>(this.pagesUrl, request));
			return page && textOf(page.data);
		});
	}

	/** Name of the form node at which the execution waits. */
	private async waitingNode(
		isWanted: (parameters: INode['parameters']) => boolean = () => true,
	): Promise<string> {
		const { api } = bench().n8n;
		const workflow = await api.getWorkflow(this.workflowId);
		return await eventually('The form does not come to its next page', async () => {
			const [summary] = await api.listExecutions(this.workflowId);
			if (summary?.status === 'error') throw new Error('The execution behind the form has failed');
			if (summary?.status !== 'waiting') return undefined;
			const name = (await api.getExecution(summary.id)).data.resultData.lastNodeExecuted ?? '';
			return isWanted(nodeOf(workflow, name).parameters) ? name : undefined;
		});
	}
}

/** What a page says, without its markup, styles and scripts. */
function textOf(page: string): string {
	const markup = /<(style|script)[^]*?<\/\1>|<[^>]*>/g;
	return page.replace(markup, ' ').replace(/\s+/g, ' ').trim();
}

/** n8n leaves a request for a page unanswered that comes while the workflow is running. */
async function unlessUnanswered<T>(request: Promise<T>): Promise<T | undefined> {
	try {
		return await request;
	} catch (error) {
		if (axios.isAxiosError(error) && error.code === 'ECONNABORTED') return undefined;
		throw error;
	}
}

function formUrl(workflow: StoredWorkflow, trigger: string): string {
	return `${bench().n8n.publicUrl}/form/${nodeOf(workflow, trigger).webhookId ?? ''}`;
}

function httpsAgent(): Agent {
	return new Agent({ ca: bench().n8n.front.certificate });
}

/** Sends a page of a form as n8n's own page does it: fields by their position, lists of options as JSON. */
async function postForm(url: string, fields: string[], auth: typeof FORM_LOGIN | null = FORM_LOGIN) {
	const form = new FormData();
	for (const [index, value] of fields.entries()) form.append(`field-${index}`, value);
	return await axios.post<unknown>(url, form, {
		headers: { 'content-type': 'multipart/form-data' },
		httpsAgent: httpsAgent(),
		validateStatus: () => true,
		timeout: ANSWER_LIMIT_MS,
		...(auth === null ? {} : { auth }),
	});
}

/** A mail server that takes what comes. By hand, as receiving takes a handful of commands. */
class Mailbox {
	/** Whole messages, oldest first. */
	readonly mails: string[] = [];

	private readonly server: Server;

	private constructor() {
		this.server = createServer((socket) => {
			this.converse(socket);
		});
	}

	static async open(): Promise<Mailbox> {
		const mailbox = new Mailbox();
		mailbox.server.listen(0, '127.0.0.1');
		await once(mailbox.server, 'listening');
		return mailbox;
	}

	get port(): number {
		return (this.server.address() as AddressInfo).port;
	}

	async close(): Promise<void> {
		await new Promise((resolve) => this.server.close(resolve));
	}

	/** Speaks as much SMTP (RFC 5321) as it takes to receive. */
	private converse(socket: Socket): void {
		let received = '';
		let isMessage = false;
		socket.setEncoding('latin1').on('error', () => socket.destroy());
		socket.write('220 mailbox\r\n');
		socket.on('data', (text: string) => {
			received += text;
			const end = isMessage ? '\r\n.\r\n' : '\r\n';
			for (let at = received.indexOf(end); at >= 0; at = received.indexOf(end)) {
				const part = received.slice(0, at);
				received = received.slice(at + end.length);
				if (isMessage) this.mails.push(part);
				isMessage = !isMessage && /^DATA/i.test(part);
				socket.write(isMessage ? '354 go ahead\r\n' : /^QUIT/i.test(part) ? '221 bye\r\n' : '250 ok\r\n');
				if (isMessage) break;
			}
		});
	}
}
